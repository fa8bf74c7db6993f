import type { HelpTopic } from './help-topic.ts'

/** Making, selling and changing an event. */
export const event: readonly HelpTopic[] = [
  {
    slug: 'evento',
    audience: 'organizer',
    title: 'Crear y publicar un evento',
    lead: 'Qué va en cada campo y qué pasa cuando publicás.',
    blocks: [
      {
        steps: [
          'Nombre y flyer: el flyer se muestra entero, sin nada escrito encima. Va mejor en vertical.',
          'Lugar: con ciudad y provincia, así te encuentran.',
          'Fecha: si termina antes de la hora en que empieza, entendemos que es al día siguiente.',
          'Condiciones de ingreso y edad mínima: se leen antes de comprar.',
          'Entradas: al menos un tipo. Podés esconder uno y mostrarlo después.',
        ],
      },
      { picture: 'editor', alt: 'El editor de un evento con su vista previa al costado.' },
      {
        question: '¿Qué pasa si cambio la fecha o el lugar?',
        answer:
          'Les avisamos a todos los que compraron y tienen diez días para pedir la devolución. Los cierres de venta y de los códigos se corren con la fecha.',
      },
      {
        question: 'Pausar o cortar la venta, ¿cuál uso?',
        answer:
          '«Cortar la venta» deja la página y la puerta funcionando. «Pausar» esconde el evento; quien ya tiene entrada ve qué pasó.',
      },
    ],
  },
  {
    slug: 'entradas',
    audience: 'organizer',
    title: 'Entradas: buscar, reenviar, anular',
    lead: 'Encontrá una entrada por persona o por número y mirá toda su historia.',
    blocks: [
      'Arriba tenés el resumen; abajo, una línea por entrada. Buscá por nombre o por el número de ocho letras que está debajo del QR.',
      'Tocá una entrada para ver su historia: cuándo se compró, se envió, se leyó, se pasó y se escaneó.',
      {
        question: '«No me llegó la entrada»',
        answer: 'Buscala y tocá «Reenviar». Va solo al WhatsApp y al mail de quien la tiene, nunca a otro.',
      },
      {
        question: '¿Puedo anular una entrada?',
        answer:
          'Las cortesías y las vendidas en persona, sí, mientras no entraron. Lo que se pagó en línea se devuelve.',
      },
    ],
  },
  {
    slug: 'generar',
    audience: 'organizer',
    title: 'Dar cortesías y vender en persona',
    lead: 'Hasta veinte entradas de una vez, a nombre de una persona.',
    blocks: [
      {
        steps: [
          'Tocá «Generar entradas» y elegí si es cortesía o si la cobraste vos.',
          'Elegí el tipo y la cantidad. Te decimos cuántas quedan y qué las limita.',
          'Escribí el teléfono. Si esa persona no tiene cuenta, sumá nombre y mail.',
          'La entrada le llega a esa persona. Vos no ves el QR.',
        ],
      },
      'Lo que vendés en persona no paga cargo por servicio: la plata ya la tenés vos, y en la liquidación figura aparte.',
    ],
  },
  {
    slug: 'descuentos',
    audience: 'organizer',
    title: 'Códigos de descuento',
    lead: 'Un porcentaje o un monto, con los usos y la fecha que quieras.',
    blocks: [
      {
        steps: [
          'Escribí el código como lo vas a decir: no importan mayúsculas ni acentos.',
          'Elegí cuánto descuenta y para qué tipos.',
          'Ponele un máximo de usos y un cierre, así no se te va de las manos.',
        ],
      },
      { picture: 'descuentos', alt: 'Los códigos de descuento de un evento y cuánto se usaron.' },
    ],
  },
  {
    slug: 'lista-de-espera',
    audience: 'organizer',
    title: 'Lista de espera',
    lead: 'Cuando una entrada se agota, la gente se anota y le ofrecemos lugar si se libera.',
    blocks: [
      'No tenés que hacer nada: cuando se libera un lugar se lo ofrecemos a la primera persona de la lista, que tiene media hora para comprar. De noche no molestamos: los ofrecimientos salen entre las 9 y las 23.',
    ],
  },
  {
    slug: 'bebidas',
    audience: 'organizer',
    title: 'Bebidas con la entrada',
    lead: 'La gente compra su trago con la entrada y lo canjea una sola vez en la barra.',
    blocks: [
      {
        steps: [
          'Cargá la carta con foto y precio.',
          'Quien compra la suma a su entrada, o después desde la entrada misma.',
          'En la barra escanean el mismo QR y marcan lo que entregan.',
        ],
      },
      { picture: 'bebidas', alt: 'La carta de bebidas de un evento.' },
      'Si devolvés una entrada entera, se devuelven también los tragos que no se canjearon.',
    ],
  },
  {
    slug: 'sorteos',
    audience: 'organizer',
    title: 'Sorteos que cualquiera puede comprobar',
    lead: 'Elegís el premio y quiénes participan; el resultado no lo puede tocar nadie, tampoco vos.',
    blocks: [
      {
        steps: [
          'Escribí las bases y abrilo. En ese momento queda guardada una clave secreta y se publica su huella.',
          'Cerralo: la lista de participantes queda fija.',
          'Sorteá y publicá. La página del sorteo muestra la clave y deja rehacer la cuenta.',
        ],
      },
      'Participa una persona una sola vez. Tu equipo no participa.',
    ],
  },
  {
    slug: 'equipo',
    audience: 'organizer',
    title: 'RRPP y personas de la puerta',
    lead: 'Sumalas por teléfono; ven solo lo suyo.',
    blocks: [
      {
        steps: [
          'En Equipo tocá «Sumar al equipo» y elegí RRPP o Escáner.',
          'Escribí el teléfono. Si no tiene cuenta, le mandamos una invitación.',
          'A cada RRPP decile qué puede hacer: cuántas cortesías, de qué entradas, hasta cuándo, si vende en persona y su comisión. Sin eso, solo tiene su enlace.',
          'Para cambiar varios a la vez, marcalos en la lista y tocá «Editar».',
          'Para sacarla, «Sacar del equipo»: deja de tener acceso en segundos.',
        ],
      },
      {
        question: '¿Puedo traer los RRPP de otro evento?',
        answer:
          'Sí, con «Copiar RRPP de otro evento»: vienen con lo que podían hacer y su comisión. Si acá no está ninguna de sus entradas, quedan solo con su enlace.',
      },
      {
        question: '¿Qué pasa si cambio una comisión?',
        answer: 'Vale para lo que vendan desde ese momento; lo ya vendido conserva la de antes.',
      },
      { picture: 'equipo', alt: 'El equipo de un evento: RRPP y personas de la puerta.' },
    ],
  },
  {
    slug: 'comercial',
    audience: 'organizer',
    title: 'Tu comercial y lo que cambia',
    lead: 'Ver qué cambió en tu evento la persona que te acompaña, y deshacerlo.',
    blocks: [
      'Un comercial de nuestro equipo puede ocuparse de tu evento: corrige datos, precios y cantidades, lo publica y carga los costos. Su WhatsApp está en Eventos.',
      {
        steps: [
          'Cuando cambia algo te llega un mail. Si hace muchos cambios seguidos, te llegan juntos.',
          'En el evento, «Cambios de tu comercial» muestra qué decía antes y qué dice ahora.',
          'Si no estás de acuerdo, tocá «Deshacer»: vuelve a decir lo de antes.',
        ],
      },
      {
        question: '¿Por qué no puedo deshacer un cambio?',
        answer:
          'Porque ese dato volvió a cambiar después, o porque el evento terminó. Podés corregirlo vos en «Editar». Publicar, pausar o cortar la venta se cambia desde el mismo evento.',
      },
      {
        question: '¿Y las entradas que ya se vendieron?',
        answer:
          'Conservan el precio que se pagó. Si deshacer corre la fecha o el lugar, les avisamos a quienes tienen entrada.',
      },
      {
        question: '¿Qué no puede hacer?',
        answer:
          'No cambia el flyer, no suma ni saca tipos de entrada, no devuelve plata y no toca tu cuenta de Mercado Pago. Solo trabaja en los eventos que le asignan.',
      },
      {
        question: '¿De dónde salen los costos de mis métricas?',
        answer: 'Los carga tu comercial. Ves cuánto suma cada tipo; si algo está mal, escribile.',
      },
    ],
  },
]
