import { brand } from '#contract/platform/brand.ts'
import { company } from '#web/lib/platform.ts'
import type { LegalText } from './legal-text.ts'

const { name, supportMail } = brand

export const privacyPolicy: LegalText = {
  title: 'Política de privacidad',
  lead: 'Qué datos tuyos tratamos, para qué, con quién los compartimos y qué podés pedir.',
  version: '1.0',
  since: '1 de noviembre de 2026',
  sections: [
    {
      id: 'responsable',
      title: 'Quién es responsable',
      body: [
        `${company.legalName}, CUIT ${company.cuit}, con domicilio en ${company.address}, es responsable de las bases de datos de ${name}, que se inscriben en el Registro Nacional de Bases de Datos. Para todo lo que tenga que ver con tus datos escribinos a ${supportMail}.`,
        'Este texto sigue la Ley 25.326 de Protección de los Datos Personales y las normas de la Agencia de Acceso a la Información Pública (AAIP).',
      ],
    },
    {
      id: 'que-datos',
      title: 'Qué datos tratamos',
      body: [
        [
          'De tu cuenta: nombre, teléfono, mail, fecha de nacimiento, género si lo decís, y foto si la subís.',
          'De tus compras: qué compraste, cuándo, cuánto pagaste, el estado del pago y sus devoluciones. Los datos de tu tarjeta los tiene solo Mercado Pago.',
          'De tus entradas: a quién se las pasaste, y cuándo y dónde se escanearon.',
          'De las entradas nominadas: el DNI de quien entra, que guardamos cifrado.',
          'De quien organiza: datos de la organización, CUIT y fotos del DNI de su representante, cifradas, que se borran 90 días después de la decisión.',
          'De tu uso: un identificador de tu dispositivo, la dirección IP y el registro de lo que se hace con tu cuenta, para cuidarla y prevenir fraudes.',
          'De lo que nos escribís: tus consultas y tus mensajes en los chats.',
        ],
        'Algunos son necesarios para comprar (nombre, teléfono, mail, fecha de nacimiento): sin ellos no podemos venderte. Los demás son optativos.',
      ],
    },
    {
      id: 'para-que',
      title: 'Para qué los usamos',
      body: [
        [
          'Venderte entradas, mandártelas y que entres al evento: es el contrato que hacés con nosotros y con quien organiza.',
          'Devolverte la plata y responder tus consultas.',
          'Cumplir obligaciones fiscales, de defensa del consumidor y de seguridad.',
          'Prevenir fraudes y proteger tu cuenta.',
          'Contarte de eventos y promociones, solo si lo aceptaste. Podés darte de baja en cada mail o desde tu perfil, gratis y en cualquier momento (art. 27 de la Ley 25.326).',
        ],
        'No vendemos tus datos ni tomamos decisiones que te afecten solo con un programa: si algo se rechaza en forma automática, podés pedir que lo revise una persona.',
      ],
    },
    {
      id: 'con-quien',
      title: 'Con quién los compartimos',
      body: [
        [
          'Con quien organiza el evento al que vas: tu nombre y los datos de tu entrada, y tu contacto para avisarte de ese evento.',
          'Con quien controla la puerta: tu nombre y el tipo de entrada. Nunca tu teléfono ni tu mail completos.',
          'Con Mercado Pago, para cobrar y devolver.',
          'Con quienes nos prestan servicios de correo, mensajería de WhatsApp y servidores, que solo pueden usarlos para eso.',
          'Con autoridades, cuando una ley o una orden judicial nos obliga.',
        ],
        'Algunos de estos proveedores están fuera de la Argentina. En esos casos los contratos exigen una protección equivalente a la de la ley argentina (art. 12 de la Ley 25.326 y disposiciones de la AAIP).',
        'Si otra persona te busca por tu teléfono para pasarte una entrada, solo ve tu nombre y la inicial de tu apellido.',
      ],
    },
    {
      id: 'cuanto-tiempo',
      title: 'Cuánto tiempo los guardamos',
      body: [
        'Mientras tengas tu cuenta. Cuando la eliminás, reemplazamos tus datos personales dentro de los 5 días hábiles y guardamos solo los registros fiscales y de seguridad por los plazos que fija la ley (en general, 10 años los contables).',
      ],
    },
    {
      id: 'seguridad',
      title: 'Cómo los cuidamos',
      body: [
        'Las contraseñas se guardan de un modo que no permite leerlas; los datos sensibles se cifran; cada acceso de nuestro equipo a los datos de una persona queda registrado. Si hubiera un incidente que te afecte, te avisamos a vos y a la AAIP.',
      ],
    },
    {
      id: 'tus-derechos',
      title: 'Tus derechos',
      body: [
        `Podés pedir acceso a tus datos, corregirlos, actualizarlos o suprimirlos. La mayoría lo hacés en el momento desde tu perfil, donde también podés bajar una copia. Si no, escribinos a ${supportMail}: contestamos el acceso dentro de los 10 días corridos y lo demás dentro de los 5 días hábiles.`,
        'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.',
        'La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley Nº 25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de datos personales.',
      ],
    },
    {
      id: 'en-tu-dispositivo',
      title: 'Lo que guardamos en tu dispositivo',
      body: [
        'No usamos cookies de publicidad ni de terceros. En tu navegador guardamos, cifrada, tu sesión de 2 horas; tus entradas vistas, para que abran sin conexión; un identificador del dispositivo; el teléfono con que ingresaste, para que la próxima vez escribas solo la contraseña; y lo que ibas escribiendo. Se borra cuando cerrás sesión, salvo el identificador. Si comprás sin cuenta guardamos tus datos de contacto y el enlace de cada compra, hasta que los borres en la compra siguiente o en tu navegador.',
      ],
    },
    {
      id: 'menores',
      title: 'Menores de edad',
      body: [
        'No pedimos datos de menores de 13 años. Entre los 13 y los 18 hace falta la autorización de quien ejerce la responsabilidad parental. Si sabés de una cuenta que no la tiene, escribinos y la eliminamos.',
      ],
    },
    {
      id: 'cambios',
      title: 'Cambios de esta política',
      body: ['Si la cambiamos te avisamos por mail antes de que valga. Cada versión lleva su número y su fecha.'],
    },
  ],
}
