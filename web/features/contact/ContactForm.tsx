import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { CONTACT_TOPICS, sendContact, type ContactTopic } from '#contract/platform/support.ts'
import { brand } from '#contract/platform/brand.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useSession } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { whenAgain } from '#web/lib/waiting-time.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const TOPICS: Record<ContactTopic, string> = {
  tickets: 'Mis entradas',
  refunds: 'Una devolución',
  account: 'Mi cuenta',
  organizers: 'Quiero organizar un evento',
  other: 'Otra cosa',
}

/** Writing to us, with or without a session. What is typed is kept until it was sent. */
export function ContactForm({ topic = 'other' }: { topic?: ContactTopic }) {
  const user = useSession()?.user
  const [isSent, setIsSent] = useState(false)
  const form = useSubmit(sendContact, {
    defaults: { name: user?.name ?? '', mail: user?.mail ?? '', topic, message: '', website: '' },
    draft: 'consulta',
    errorMessage,
    onDone: () => {
      form.fields.resetField('message', { defaultValue: '' })
      setIsSent(true)
    },
  })
  const trap = useId()

  if (isSent) {
    return (
      <div role="status" className="flex flex-col items-start gap-3 rounded-card border border-linea bg-tinta p-6">
        <CircleCheck size={28} className="text-yerba" />
        <p className="text-18 font-bold">Recibimos tu mensaje</p>
        <p className="text-humo">Te contesta una persona, al mail que nos dejaste, dentro de las 48 horas hábiles.</p>
        <Button tone="secondary" size="s" onClick={() => setIsSent(false)}>
          Escribir otro
        </Button>
      </div>
    )
  }
  return (
    <Form
      form={form}
      label="Formulario de contacto"
      submit="Enviar mensaje"
      button={{ className: 'self-start' }}
      className="max-w-xl gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Nombre" autoComplete="name" {...form.field('name')} />
        <EmailField {...form.field('mail')} />
      </div>
      <SelectField
        label="Tema"
        options={CONTACT_TOPICS.map((value) => ({ value, label: TOPICS[value] }))}
        {...form.field('topic')}
      />
      <TextArea
        label="Mensaje"
        hint="Si es por una compra, contanos qué evento y el mail o teléfono con que compraste."
        maxLength={4000}
        {...form.field('message')}
      />
      {/* Only programs fill this in. */}
      <div hidden>
        <label htmlFor={trap}>Sitio web</label>
        <input id={trap} type="text" tabIndex={-1} autoComplete="off" {...form.fields.register('website')} />
      </div>
    </Form>
  )
}

const OFFLINE = 'No hay conexión. Lo que escribiste queda guardado acá: probá de nuevo cuando vuelva.'
const TOO_MANY = `Ya nos escribiste varias veces hace poco. Lo que escribiste queda guardado acá; si es urgente, mandanos un mail a ${brand.supportMail}.`

function errorMessage(error: unknown): string {
  if (isApiFailure(error, 'network')) return OFFLINE
  if (!isApiFailure(error) || error.status !== 429) return failureMessage(error)
  return error.retryAfter === undefined
    ? TOO_MANY
    : `${TOO_MANY} Podés volver a escribirnos ${whenAgain(error.retryAfter)}.`
}
