import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { submitRegret } from '#contract/sales/regrets.ts'
import { useSession } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { SupportMail } from '#web/features/brand/SupportMail.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Section } from '#web/ui/base/Section.tsx'

const POLICY: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Si te arrepentís',
    text: 'Tenés 10 días desde que recibiste tu entrada o tu comprobante, lo que pase primero; si el último cae en un día no laborable, vale el siguiente. Hasta 24 horas antes del evento, y si la entrada no se usó. Te vuelve todo lo que pagaste, con el cargo por servicio incluido, y no hace falta que digas por qué.',
  },
  {
    title: 'Si el evento se cancela',
    text: 'La organización te devuelve todo lo que pagaste, con el cargo por servicio incluido, sin que pidas nada. Te avisamos por mail que se canceló, y otra vez cuando la devolución está hecha. Si pasa una semana sin novedades, escribinos.',
  },
  {
    title: 'Si cambia la fecha o el lugar',
    text: 'Tu entrada sigue valiendo. Te avisamos, y desde ese aviso tenés 10 días para recuperar todo lo que pagaste, con el cargo por servicio incluido: con un toque, en el aviso, en tu entrada o en la página del evento.',
  },
  {
    title: 'Si pasaste tu entrada',
    text: 'La plata vuelve siempre a quien la pagó. Como la entrada ya es de otra persona, la decisión la toma una persona de nuestro equipo dentro de las 24 horas.',
  },
  {
    title: 'Cuándo te llega la plata',
    text: 'La pedimos a Mercado Pago en el momento: con dinero en cuenta la ves enseguida; con tarjeta, puede llegar en el resumen siguiente.',
  },
]

/** `/devolucion`: the Botón de Arrepentimiento, and how money goes back. */
function RefundPolicyScreen() {
  return (
    <div className="column pt-24 pb-20 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-x-14 lg:pt-32">
      <header className="lg:col-span-2">
        <p className="eyebrow text-sol">Defensa del consumidor</p>
        <h1 className="display text-34 lg:text-48">Devoluciones y arrepentimiento</h1>
      </header>
      <div className="mt-6 lg:col-start-2 lg:row-start-2 lg:mt-8">
        <Section
          card
          look="display"
          title="Botón de Arrepentimiento"
          hint="Sin cuenta y sin motivo. Te damos un código y te mandamos un enlace al mail de la compra para confirmar."
          className="lg:sticky lg:top-24"
        >
          <RegretForm />
        </Section>
      </div>
      <section aria-label="Cómo funcionan las devoluciones" className="mt-8 lg:col-start-1 lg:row-start-2">
        <dl className="flex flex-col gap-6">
          {POLICY.map(({ title, text }) => (
            <div key={title}>
              <dt className="text-18 font-bold">{title}</dt>
              <dd className="mt-1 max-w-prose text-humo">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 text-14 text-humo">
          Disposición 954/2025 y artículo 34 de la Ley 24.240. ¿Algo no salió bien? Escribinos a <SupportMail />.
        </p>
      </section>
    </div>
  )
}

function RegretForm() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const user = useSession()?.user
  const form = useSubmit(submitRegret, {
    defaults: { orderNumber: query.get('compra') ?? '', contact: user?.mail ?? '' },
    toInput: ({ orderNumber = '', contact = '' }) => ({
      body: {
        ...(orderNumber.trim() !== '' && { orderNumber }),
        ...(contact.trim() !== '' && { contact }),
      },
    }),
    onDone: ({ code }) => void navigate(paths.regret(code)),
  })
  return (
    <Form form={form} label="Botón de Arrepentimiento" submit="Quiero arrepentirme" className="gap-4">
      <TextField label="Email o teléfono de la compra" autoComplete="email" {...form.field('contact')} />
      <TextField
        label="Número de compra (si lo tenés)"
        hint="Está en tu comprobante y en Mis compras."
        autoComplete="off"
        spellCheck={false}
        {...form.field('orderNumber')}
      />
    </Form>
  )
}

export { RefundPolicyScreen as Component }
