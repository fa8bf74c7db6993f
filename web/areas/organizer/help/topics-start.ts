import { brand } from '#contract/platform/brand.ts'
import type { HelpTopic } from './help-topic.ts'

/** From the request to the first sale. */
export const start: readonly HelpTopic[] = [
  {
    slug: 'empezar',
    audience: 'organizer',
    title: 'Tu primer evento, paso a paso',
    lead: 'De no tener nada a vender la primera entrada, en el orden que conviene.',
    blocks: [
      {
        steps: [
          'Conectá tu cuenta de Mercado Pago en Cobros. Sin eso solo podés dar entradas gratis.',
          'Creá el evento: nombre, flyer, lugar, fecha y al menos un tipo de entrada.',
          'Mirá la vista previa y publicalo. Recién ahí lo ve la gente.',
          'Compartí el enlace. Es el mismo en WhatsApp, Instagram o un flyer con QR.',
          'Sumá a tu equipo: RRPP que venden con su código y personas que escanean en la puerta.',
          'La noche del evento abrí el Escáner QR en un teléfono. No hace falta instalar nada.',
          'Al día siguiente mirá Métricas y Liquidaciones: qué vendiste y qué te queda.',
        ],
      },
      { picture: 'eventos', alt: 'La lista de eventos de un organizador, con lo vendido de cada uno.' },
      {
        question: '¿Puedo preparar todo antes de publicar?',
        answer: 'Sí. Un evento que no publicaste no lo ve nadie más que tu equipo.',
      },
    ],
  },
  {
    slug: 'solicitud',
    audience: 'organizer',
    title: 'Pedir ser organizador',
    lead: 'Qué te pedimos, cuánto tarda y qué hacer si te pedimos un cambio.',
    blocks: [
      'Hace falta tu DNI (las dos caras, en foto), tus datos y los de tu organización. Si es una empresa registrada, también la razón social y el CUIT.',
      {
        steps: [
          'Completá los cuatro pasos. Lo que escribís queda guardado en este dispositivo; las fotos no, por tu seguridad.',
          'Una persona de nuestro equipo la revisa y te avisa por mail y WhatsApp.',
          'Si falta algo te decimos qué: corregilo y mandala de nuevo, sin escribir todo otra vez.',
          'Cuando se aprueba, tu organización queda creada y ya podés cargar eventos.',
        ],
      },
      {
        question: '¿Quién ve las fotos de mi DNI?',
        answer:
          'Solo quien revisa tu solicitud. Se guardan cifradas, cada vez que alguien las abre queda anotado, y se borran 90 días después de la decisión.',
      },
    ],
  },
  {
    slug: 'organizacion',
    audience: 'organizer',
    title: 'Tu organización y quiénes la manejan',
    lead: 'El perfil que ve la gente y las personas que trabajan con vos.',
    blocks: [
      'El nombre, la foto, la portada y las redes se ven en la página de tu organización, junto con tus eventos.',
      {
        steps: [
          'Titular: todo, también la cuenta de cobro y las personas.',
          'Gestión: eventos, entradas y equipo; no toca la cuenta de cobro ni devuelve un evento entero.',
          'Finanzas: mira los números y hace reembolsos.',
        ],
      },
      'Para sumar a alguien poné su nombre, su WhatsApp y su email. Si no tiene cuenta, entra cuando acepta la invitación.',
      {
        question: '¿Puedo cambiar la dirección de mi página?',
        answer: 'Sí. La de antes sigue llevando a la nueva, así que lo que ya compartiste no se pierde.',
      },
    ],
  },
  {
    slug: 'cobros',
    audience: 'organizer',
    title: 'Cobrar: tu cuenta y cuándo te llega la plata',
    lead: 'La plata va de quien compra a tu Mercado Pago. Nosotros nunca la tenemos.',
    blocks: [
      {
        steps: [
          'En Cobros tocá «Conectar» y entrá con el Mercado Pago de tu organización.',
          `Volvés solo a ${brand.name}. Desde ese momento podés vender entradas con precio.`,
        ],
      },
      { picture: 'cobros', alt: 'La pantalla Cobros con la cuenta de Mercado Pago conectada.' },
      'Mercado Pago libera cada pago según el plazo que tengas elegido en tu cuenta. En Liquidaciones ves qué ya está liberado y qué falta.',
      {
        question: '¿Cómo se cobra el cargo por servicio?',
        answer: 'Se descuenta solo en cada pago. Podés sumarlo al precio o absorberlo vos: se elige en cada evento.',
      },
      {
        question: '¿Puedo cambiar de cuenta?',
        answer:
          'Sí. Si conectás otra, empieza a cobrar 24 horas después; hasta entonces cobra la anterior. Avisamos a todos los dueños.',
      },
    ],
  },
]
