import * as z from 'zod/mini'
import { contactCode } from '#contract/values/contact-code.ts'
import type { ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { inputField, useSchemaForm } from '#web/api/form.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { remainingWords, useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { codeMessage } from './code-message.ts'

/** A code takes a moment to arrive: asking again before would only kill the one that is on its way. */
const AGAIN_AFTER_SECONDS = 30

export interface SentCode {
  /** What the code proves: the mail, where no more can leave by WhatsApp today. */
  readonly kind: ContactKind
  /** Masked. */
  readonly sentTo: string
  readonly expiresAt: string
  readonly againAt: string
}

export function sentOf({
  kind,
  sentTo,
  expiresInSeconds,
}: Pick<SentCode, 'kind' | 'sentTo'> & { expiresInSeconds: number }): SentCode {
  const inSeconds = (seconds: number) => new Date(nowMilliseconds() + seconds * 1000).toISOString()
  return { kind, sentTo, expiresAt: inSeconds(expiresInSeconds), againAt: inSeconds(AGAIN_AFTER_SECONDS) }
}

/** Where the code went, and for how long it is good. */
export function WhereItWent({ sent, secondsLeft }: { sent: SentCode; secondsLeft: number | null }) {
  if (secondsLeft === 0) {
    return (
      <p role="status" className="text-sol">
        El código venció. Pedí uno nuevo.
      </p>
    )
  }
  return (
    <p role="status" className="text-humo">
      Te enviamos un código de 6 números a{' '}
      <span className="inline-block max-w-full break-words text-papel">{sent.sentTo}</span>.{' '}
      <span aria-live="off">Vence en {remainingWords(secondsLeft ?? 0)}.</span>
    </p>
  )
}

const codeForm = z.object({ code: contactCode })

export function CodeForm({
  id,
  isLive,
  confirm,
}: {
  id: string
  isLive: boolean
  confirm: (code: string) => Promise<void>
}) {
  const form = useSchemaForm(codeForm, { defaultValues: { code: '' } })
  const submit = form.handleSubmit(async ({ code }) => {
    if (!isLive) return
    try {
      await confirm(code)
    } catch (error) {
      form.setError('code', { type: 'server', message: codeMessage(error) })
      form.setFocus('code', { shouldSelect: true })
    }
  })
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        void submit(event)
      }}
    >
      <TextField
        label="Código"
        inputMode="numeric"
        autoComplete="one-time-code"
        look="code"
        data-initial-focus
        {...inputField(form, 'code')}
      />
    </form>
  )
}

interface AskAgainProps {
  againAt: string | undefined
  isAsking: boolean
  hasFailed: boolean
  ask: () => void
}

export function AskAgain({ againAt, isAsking, hasFailed, ask }: AskAgainProps) {
  const wait = useRemaining(againAt)
  const mustWait = !hasFailed && wait !== null && wait > 0
  return (
    <Button tone="quiet" size="s" className="-ml-4 self-start" disabled={isAsking || mustWait} onClick={ask}>
      {mustWait ? `Enviar otro código en ${wait} s` : 'Enviar otro código'}
    </Button>
  )
}
