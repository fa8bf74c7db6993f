import { AGE_RULE } from '#web/features/events/age-rule.ts'
import { brand } from '#contract/platform/brand.ts'
import { company } from '#web/lib/platform.ts'
import type { LegalText } from './legal-text.ts'

const { name, supportMail } = brand

/** `ways`: how tickets reach people here. */
export const purchaseTerms = (ways: string): LegalText => ({
  title: 'Términos y condiciones de compra',
  lead: `Lo que vale cuando comprás una entrada en ${name}.`,
  version: '1.0',
  since: '1 de noviembre de 2026',
  sections: [
    {
      id: 'partes',
      title: 'Con quién contratás',
      body: [
        `La entrada te la vende quien organiza el evento, que figura en la página y en tu comprobante con su nombre y CUIT. ${company.legalName} (CUIT ${company.cuit}, ${company.address}) intermedia en la venta y te cobra el cargo por servicio.`,
        'La oferta obliga a quien la hace durante el tiempo en que está publicada (art. 7 de la Ley 24.240). El contrato se celebra a distancia y en español.',
      ],
    },
    {
      id: 'precio',
      title: 'Precio y cargo por servicio',
      body: [
        'Antes de pagar ves, por separado, el precio de cada entrada, el cargo por servicio y el total. Son pesos argentinos con impuestos incluidos. No hay otros cargos.',
        'El precio que pagás es el del momento en que reservaste: si cambia mientras pagás, no te afecta.',
      ],
    },
    {
      id: 'reserva-y-pago',
      title: 'Reserva y pago',
      body: [
        'Al elegir tus entradas quedan reservadas por un tiempo, que la pantalla te muestra; en general son 15 minutos. Si no pagás en ese tiempo vuelven a la venta y no te cobramos nada.',
        'El pago se hace en Mercado Pago; no vemos ni guardamos los datos de tu tarjeta. Si el organizador acepta efectivo, la reserva dura hasta 72 horas.',
        'Si tu pago se acredita cuando la reserva ya venció y no quedan lugares, o si llega dos veces o por otro importe, te lo devolvemos entero y te avisamos.',
      ],
    },
    {
      id: 'entrega',
      title: 'Cómo recibís tu entrada',
      body: [
        `La entrada es digital. Te llega ${ways} apenas se acredita el pago, y está siempre en «Mis entradas». Si no la encontrás, podés pedir que te la mandemos de nuevo desde ahí.`,
        'Cada QR entra una sola vez. No lo compartas ni lo publiques: quien lo muestre primero es quien entra.',
      ],
    },
    {
      id: 'arrepentimiento',
      title: 'Tu derecho de arrepentimiento',
      body: [
        'Como compraste a distancia podés arrepentirte sin dar motivos y sin costo (art. 34 de la Ley 24.240, arts. 1110 a 1116 del Código Civil y Comercial y Disposición 954/2025). Tenés hasta 10 días corridos desde que recibís la entrada o el comprobante, lo que pase primero, y hasta 24 horas antes del evento, si la entrada no se usó. Si el último día es inhábil, vale hasta el siguiente hábil.',
        'Usá el Botón de Arrepentimiento, que está en la portada y al pie de cada página. No hace falta iniciar sesión. En el momento te damos un código para seguir el trámite. Te devolvemos el total, también el cargo por servicio, por el mismo medio con que pagaste.',
        'Si transferiste la entrada, una persona revisa el pedido dentro de las 24 horas y avisamos a quien la tiene.',
      ],
    },
    {
      id: 'cancelacion',
      title: 'Si el evento se cancela o cambia',
      body: [
        'Si se cancela, te avisamos y se te devuelve todo lo que pagaste, incluido el cargo por servicio.',
        'Si cambia la fecha, la ciudad o el lugar, te avisamos y tenés 10 días para pedir la devolución completa. Si preferís ir igual, tu entrada vale para el evento nuevo.',
        'La devolución la hace Mercado Pago por el mismo medio de pago. Puede demorar unos días según tu banco.',
      ],
    },
    {
      id: 'transferencia',
      title: 'Transferencia',
      body: [
        'Podés pasar tu entrada a otra persona hasta que termina el evento, si quien organiza lo permite: hasta 3 veces cada entrada y 5 por día cada persona. Es gratis, inmediata y no se deshace. Las devoluciones las recibe siempre quien pagó.',
      ],
    },
    {
      id: 'admision',
      title: 'Admisión y permanencia',
      body: [
        'La admisión se rige por la Ley 26.370 y las normas locales. Nadie puede negarte la entrada por motivos discriminatorios (Ley 23.592): las condiciones tienen que ser objetivas, no pueden ser contrarias a la ley y se muestran en la página del evento antes de comprar.',
        'Pueden no dejarte entrar si la capacidad está completa, si no cumplís la edad mínima, si estás en un estado que ponga en riesgo a otras personas o a vos, o si llevás elementos peligrosos. Si tenés una entrada válida y no te dejan entrar por un motivo que no sea tuyo, tenés derecho a la devolución completa. El personal de control tiene que estar identificado.',
      ],
    },
    {
      id: 'menores',
      title: 'Menores de edad',
      body: [
        `La edad mínima figura en la página del evento y en la entrada. ${AGE_RULE} En los eventos que admiten menores pueden tener que ir con una persona adulta responsable.`,
      ],
    },
    {
      id: 'comprobantes',
      title: 'Comprobante y factura',
      body: [
        `En «Mis compras» bajás el comprobante detallado de cada compra, que no es una factura. Quien organiza emite la factura de la entrada, y ${company.legalName} la del cargo por servicio. Pedila a ${supportMail}.`,
      ],
    },
    {
      id: 'reclamos',
      title: 'Reclamos',
      body: [
        `Escribinos a ${supportMail} o desde la ayuda de tu cuenta. Si no te damos una solución podés ir a la Ventanilla Única Federal de Defensa del Consumidor (argentina.gob.ar/defensadelconsumidor), al COPREC o a la autoridad de consumo de tu jurisdicción. Son competentes los tribunales de tu domicilio.`,
      ],
    },
  ],
})
