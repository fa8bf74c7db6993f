import { CircleCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { CONTACT_TOPICS, sendContact, type ContactTopic } from '#contract/support.ts'
import { brand } from '#contract/brand.ts'
import { applyFailure, fieldError, useEndpointForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { whenAgain } from '#web/lib/waiting-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmailField } from '#web/ui/EmailField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { clearDraft, keepDraft, readDraft } from './contact-draft.ts'

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
  const draft = readDraft(sessionStorage)
  const form = useEndpointForm(sendContact, {
    defaultValues: {
      name: draft.name || (user?.name ?? ''),
      mail: draft.mail || (user?.mail ?? ''),
      topic: draft.topic ?? topic,
      message: draft.message ?? '',
      website: '',
    },
  })
  const sending = useEndpointMutation(sendContact, {
    onSuccess: () => {
      clearDraft(sessionStorage)
      form.resetField('message', { defaultValue: '' })
      setIsSent(true)
    },
    onError: (failure) => {
      if (failure.code === 'network') form.setError('root', { message: OFFLINE })
      else if (failure.status === 429) form.setError('root', { message: tooMany(failure.retryAfter) })
      else applyFailure(form, failure)
    },
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(sessionStorage, values) }),
    [subscribe],
  )
  const trap = useId()

  if (isSent) {
    return (
      <div role="status" className="flex flex-col items-start gap-3 rounded-card border border-linea bg-tinta p-6">
        <CircleCheck aria-hidden="true" size={28} className="text-yerba" />
        <p className="text-18 font-bold">Recibimos tu mensaje</p>
        <p className="text-humo">Te contesta una persona, al mail que nos dejaste, dentro de las 48 horas hábiles.</p>
        <Button tone="secondary" size="s" onClick={() => setIsSent(false)}>
          Escribir otro
        </Button>
      </div>
    )
  }
  return (
    <form
      noValidate
      aria-label="Formulario de contacto"
      onSubmit={(event) => void form.handleSubmit((body) => sending.mutate({ body }))(event)}
      className="flex max-w-xl flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Nombre" autoComplete="name" error={fieldError(form, 'name')} {...form.register('name')} />
        <EmailField error={fieldError(form, 'mail')} {...form.register('mail')} />
      </div>
      <SelectField
        label="Tema"
        options={CONTACT_TOPICS.map((value) => ({ value, label: TOPICS[value] }))}
        error={fieldError(form, 'topic')}
        {...form.register('topic')}
      />
      <TextArea
        label="Mensaje"
        hint="Si es por una compra, contanos qué evento y el mail o teléfono con que compraste."
        maxLength={4000}
        error={fieldError(form, 'message')}
        {...form.register('message')}
      />
      {/* Only programs fill this in. */}
      <div hidden>
        <label htmlFor={trap}>Sitio web</label>
        <input id={trap} type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
      </div>
      <Problem message={form.formState.errors.root?.message} />
      <Button type="submit" busy={sending.isPending} className="self-start">
        Enviar mensaje
      </Button>
    </form>
  )
}

const OFFLINE = 'No hay conexión. Lo que escribiste queda guardado acá: probá de nuevo cuando vuelva.'
const TOO_MANY = `Ya nos escribiste varias veces hace poco. Lo que escribiste queda guardado acá; si es urgente, mandanos un mail a ${brand.supportMail}.`

function tooMany(retryAfter: number | undefined): string {
  return retryAfter === undefined ? TOO_MANY : `${TOO_MANY} Podés volver a escribirnos ${whenAgain(retryAfter)}.`
}
