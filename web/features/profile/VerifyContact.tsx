import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { confirmContactCode, requestContactCode, type ContactKind } from '#contract/accounts-credentials.ts'
import type { Answer } from '#contract/endpoint.ts'
import { fieldError, useSchemaForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { remainingWords, useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refreshUser } from './keep-user.ts'
import { codeMessage } from './code-message.ts'

/** A code takes a moment to arrive: asking again before would only kill the one that is on its way. */
const AGAIN_AFTER_SECONDS = 30

interface Sent {
  readonly sentTo: string
  readonly expiresAt: string
  readonly againAt: string
}

const inSeconds = (seconds: number) => new Date(nowMilliseconds() + seconds * 1000).toISOString()

interface VerifyContactProps {
  kind: ContactKind
  label: string
  /** As it is shown. */
  contact: string
}

export interface ContactCode {
  readonly sent: Sent | null
  readonly secondsLeft: number | null
  /** A code is on its way or arrived, and still counts. */
  readonly isLive: boolean
  readonly isAsking: boolean
  readonly askError: unknown
  ask(): void
  /** Asks unless a code still counts. */
  askIfNone(): void
}

/** The code that proves a mail or phone, and its time: kept while whoever uses it stands on the page. */
export function useContactCode(kind: ContactKind): ContactCode {
  const [sent, setSent] = useState<Sent | null>(null)
  const secondsLeft = useRemaining(sent?.expiresAt)
  const asking = useEndpointMutation(requestContactCode, { onSuccess: (answer) => setSent(sentOf(answer)) })
  const isLive = sent !== null && secondsLeft !== 0
  const ask = () => asking.mutate({ body: { kind } })
  return {
    sent,
    secondsLeft,
    isLive,
    isAsking: asking.isPending,
    askError: asking.error,
    ask,
    askIfNone: () => !isLive && !asking.isPending && ask(),
  }
}

/** Proves a mail or phone by the code that is sent to it. Closed and opened again, the dialog still has the code's time. */
export function VerifyContact({ kind, label, contact }: VerifyContactProps) {
  const [isOpen, setOpen] = useState(false)
  const code = useContactCode(kind)
  return (
    <>
      <Button
        tone="secondary"
        size="s"
        aria-label={`Verificar ${label.toLowerCase()}`}
        onClick={() => {
          setOpen(true)
          code.askIfNone()
        }}
      >
        Verificar
      </Button>
      <ContactCodeDialog
        open={isOpen}
        title={`Verificar ${label.toLowerCase()}`}
        kind={kind}
        contact={contact}
        code={code}
        onClose={() => setOpen(false)}
        onDone={(message) => {
          setOpen(false)
          showToast(message, 'success')
        }}
      />
    </>
  )
}

interface ContactCodeDialogProps {
  open: boolean
  title: string
  kind: ContactKind
  /** As it is shown. */
  contact: string
  code: ContactCode
  onClose: () => void
  /** It is proved; with the server's word for it. */
  onDone: (message: string) => void
}

/** Takes the code that was sent. */
export function ContactCodeDialog({ open, title, kind, contact, code, onClose, onDone }: ContactCodeDialogProps) {
  const formId = useId()
  const confirming = useEndpointMutation(confirmContactCode)
  const { sent, secondsLeft, isLive, isAsking, askError } = code

  async function confirm(typed: string) {
    const { message } = await confirming.mutateAsync({ body: { kind, code: typed } })
    await refreshUser()
    onDone(message)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="secondary" onClick={onClose} disabled={confirming.isPending}>
            Cerrar
          </Button>
          <Button type="submit" form={formId} busy={confirming.isPending} disabled={!isLive}>
            Confirmar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {isAsking && <Spinner label={`Enviando el código a ${contact}`} className="text-humo" />}
        {askError !== null && <Problem message={codeMessage(askError)} />}
        {isLive && !isAsking && (
          <p role="status" className="text-humo">
            Te enviamos un código de 6 números a{' '}
            <span className="inline-block max-w-full break-words text-papel">{sent?.sentTo}</span>.{' '}
            <span aria-live="off">Vence en {remainingWords(secondsLeft ?? 0)}.</span>
          </p>
        )}
        {sent !== null && secondsLeft === 0 && (
          <p role="status" className="text-sol">
            El código venció. Pedí uno nuevo.
          </p>
        )}
        <CodeForm id={formId} isLive={isLive} confirm={confirm} />
        <AskAgain againAt={sent?.againAt} isAsking={isAsking} hasFailed={askError !== null} ask={code.ask} />
      </div>
    </Dialog>
  )
}

function sentOf({ sentTo, expiresInSeconds }: Answer<typeof requestContactCode>): Sent {
  return { sentTo, expiresAt: inSeconds(expiresInSeconds), againAt: inSeconds(AGAIN_AFTER_SECONDS) }
}

const codeForm = z.object({ code: confirmContactCode.body.shape.code })

function CodeForm({ id, isLive, confirm }: { id: string; isLive: boolean; confirm: (code: string) => Promise<void> }) {
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
        maxLength={6}
        className="[&_input]:text-center [&_input]:text-28 [&_input]:font-bold [&_input]:tracking-[0.3em]"
        data-initial-focus
        error={fieldError(form, 'code')}
        {...form.register('code')}
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

function AskAgain({ againAt, isAsking, hasFailed, ask }: AskAgainProps) {
  const wait = useRemaining(againAt)
  const mustWait = !hasFailed && wait !== null && wait > 0
  return (
    <Button tone="quiet" size="s" className="-ml-4 self-start" disabled={isAsking || mustWait} onClick={ask}>
      {mustWait ? `Enviar otro código en ${wait} s` : 'Enviar otro código'}
    </Button>
  )
}
