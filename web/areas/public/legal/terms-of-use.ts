import { AGE_RULE } from '#web/features/events/age-rule.ts'
import { brand } from '#contract/platform/brand.ts'
import { company } from '#web/lib/platform.ts'
import type { LegalText } from './legal-text.ts'

const { name, supportMail } = brand

export const termsOfUse: LegalText = {
  title: 'Términos de uso',
  lead: `Las reglas para usar ${name}, compres o no. Las condiciones de cada compra están en los términos y condiciones de compra.`,
  version: '1.0',
  since: '1 de noviembre de 2026',
  sections: [
    {
      id: 'quienes-somos',
      title: 'Quiénes somos',
      body: [
        `${name} es una plataforma de ${company.legalName}, CUIT ${company.cuit}, con domicilio en ${company.address}. Escribinos a ${supportMail}.`,
        `Somos intermediarios: publicamos eventos de terceros y procesamos la venta de sus entradas. Quien organiza cada evento es responsable de hacerlo, y su nombre figura en la página del evento y en tu comprobante.`,
      ],
    },
    {
      id: 'tu-cuenta',
      title: 'Tu cuenta',
      body: [
        'Para comprar o recibir entradas necesitás una cuenta con datos verdaderos: nombre, teléfono, mail y fecha de nacimiento. La cuenta es personal.',
        'Cuidá tu contraseña. Si creés que alguien entró a tu cuenta, cambiala y cerrá las sesiones abiertas desde tu perfil, y avisanos.',
        'Si otra persona te pasa o te emite una entrada, te creamos una cuenta pendiente con los datos que nos dio y te mandamos un enlace para activarla. La entrada sirve en la puerta aunque todavía no la hayas activado. Si no querés la cuenta, no la actives y pedinos que borremos tus datos.',
        'Podés eliminar tu cuenta cuando quieras desde tu perfil. Guardamos solo lo que la ley nos obliga a guardar, como los registros fiscales.',
      ],
    },
    {
      id: 'menores',
      title: 'Menores de edad',
      body: [
        'Para tener una cuenta tenés que tener 18 años, o 13 con autorización de quien ejerce tu responsabilidad parental, que responde por tus compras (arts. 25, 26 y 100 y siguientes del Código Civil y Comercial).',
        `Cada evento dice desde qué edad se entra. ${AGE_RULE}`,
      ],
    },
    {
      id: 'transferencia',
      title: 'Transferir una entrada',
      body: [
        'Podés pasar una entrada tuya a otra persona, gratis, hasta que termina el evento, si quien organiza lo permite. Cada entrada se puede transferir hasta 3 veces y cada persona puede transferir hasta 5 por día.',
        'La transferencia es inmediata y no se deshace: el QR, el enlace y el PDF anteriores dejan de servir y la otra persona recibe los suyos. Si hay una devolución, la recibe quien pagó.',
      ],
    },
    {
      id: 'lo-que-no-se-puede',
      title: 'Lo que no se puede hacer',
      body: [
        [
          'Revender entradas por encima de su precio o como negocio.',
          'Comprar con programas automáticos, o con cuentas o datos de otras personas.',
          'Falsificar, copiar o publicar códigos QR.',
          'Publicar eventos que no vas a hacer o que no tienen las habilitaciones que corresponden.',
          'Molestar, discriminar o amenazar a otras personas en los chats de los eventos.',
          'Intentar entrar a cuentas o datos ajenos, o interferir con el servicio.',
        ],
        'Podemos suspender una cuenta que incumpla estas reglas. Te avisamos el motivo y podés pedir que lo revise una persona. Tus entradas pagas siguen valiendo, o te las devolvemos.',
      ],
    },
    {
      id: 'responsabilidad',
      title: 'De qué respondemos',
      body: [
        'Respondemos por el funcionamiento de la plataforma, por el cargo por servicio y por lo que la ley pone a cargo de quien intermedia. Nada de lo que dice este texto limita los derechos que te da la Ley 24.240 de Defensa del Consumidor.',
        'Hacemos todo lo posible para que el servicio no se corte. Por eso tus entradas se pueden abrir sin conexión una vez que las viste.',
      ],
    },
    {
      id: 'contenidos',
      title: 'Contenidos y marcas',
      body: [
        `${company.legalName} es titular del nombre y del diseño de ${name}. Las imágenes y textos de cada evento son de quien lo publica, que nos autoriza a mostrarlos.`,
        'Lo que escribís en un chat o pedís en una lista de temas lo ven las demás personas del evento. Podemos sacar lo que incumpla estas reglas.',
      ],
    },
    {
      id: 'cambios',
      title: 'Cambios de este texto',
      body: [
        'Si cambiamos estas reglas te avisamos por mail al menos 15 días antes. Lo que ya compraste sigue con las condiciones de ese momento.',
      ],
    },
    {
      id: 'reclamos',
      title: 'Reclamos y ley que se aplica',
      body: [
        `Escribinos primero a ${supportMail}: contesta una persona dentro de las 48 horas hábiles. También podés reclamar gratis en la Ventanilla Única Federal de Defensa del Consumidor (argentina.gob.ar/defensadelconsumidor) o en la autoridad de consumo de tu provincia o de la Ciudad de Buenos Aires.`,
        'Se aplica la ley argentina. Para los reclamos judiciales son competentes los tribunales de tu domicilio.',
      ],
    },
  ],
}
