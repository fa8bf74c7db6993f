import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { quoteDiscount } from '#contract/sales/checkout-discounts.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useSession } from '#web/api/session.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import type { AppliedDiscount } from './choice.ts'
import { storedDiscount } from './stored.ts'
import { LateProveContactDialog } from '#web/features/profile/late-dialogs.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

export interface DiscountFormProps {
  eventId: string
  applied: AppliedDiscount | null
  /** Something is chosen, and none of it is what the code is for. */
  takesNothing: boolean
  onChange: (applied: AppliedDiscount | null) => void
}

/** A code that is typed and quoted; what a link brought is asked about by itself. */
export function DiscountForm({ eventId, applied, takesNothing, onChange }: DiscountFormProps) {
  const [kept] = useState(() => storedDiscount.read(eventId))
  const [typed, setTyped] = useState(kept ?? '')
  const [isProving, setProving] = useState(false)
  const hasSession = useSession() !== null
  const id = useId()
  const quoting = useEndpointMutation(quoteDiscount, {
    onSuccess: (quote) => onChange(quote),
    onError: (error) => {
      onChange(null)
      setProving(isApiFailure(error, 'contact_unproved'))
    },
  })
  const { mutate } = quoting
  const apply = (code: string) => {
    storedDiscount.write(eventId, code)
    mutate({ params: { id: eventId }, body: { code } })
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The person pressed to type a code.
    if (kept === null) field.current?.focus()
  }, [kept])
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || kept === null) return
    isAsked.current = true
    mutate({ params: { id: eventId }, body: { code: kept } })
  }, [kept, eventId, mutate])

  if (applied) {
    return (
      <div role="status" className="mt-4 flex items-center justify-between gap-3 border-t border-linea pt-3 text-14">
        <p className="min-w-0 wrap-anywhere">
          {takesNothing ? (
            <>El código {applied.code} no es para las entradas que elegiste.</>
          ) : (
            <>
              Código <span className="font-bold">{applied.code}</span> aplicado
            </>
          )}
        </p>
        <Button
          tone="quiet"
          size="s"
          aria-label={`Quitar el código ${applied.code}`}
          onClick={() => {
            storedDiscount.forget(eventId)
            setTyped('')
            quoting.reset()
            onChange(null)
          }}
        >
          Quitar
        </Button>
      </div>
    )
  }
  // With one it is asked about again by itself, and a code to its contact settles it.
  const needsAccount = !hasSession && isApiFailure(quoting.error, 'contact_unproved')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = typed.trim()
    if (code !== '' && !quoting.isPending) apply(code)
  }
  return (
    <form aria-labelledby={id} onSubmit={submit} className="mt-4 border-t border-linea pt-4">
      <span id={id} className="sr-only">
        Código de descuento
      </span>
      <div className="flex items-end gap-3">
        <TextField
          label="Código de descuento"
          className="min-w-0 flex-1"
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            quoting.reset()
          }}
        />
        <Button type="submit" tone="secondary" busy={quoting.isPending} disabled={typed.trim() === ''}>
          Aplicar
        </Button>
      </div>
      {needsAccount ? (
        <AccountNeeded code={typed.trim()} />
      ) : (
        <Problem
          message={quoting.error && failureMessage(quoting.error, 'No pudimos aplicar el código')}
          className="mt-3"
        />
      )}
      <LateProveContactDialog
        open={isProving}
        onClose={() => setProving(false)}
        onDone={() => {
          setProving(false)
          apply(typed.trim())
        }}
      />
    </form>
  )
}

/** A code with a limit a person counts by account. */
function AccountNeeded({ code }: { code: string }) {
  const { pathname, search } = useLocation()
  const remember = () => rememberRedirect(pathname + search)
  return (
    <Notice tone="warning" className="mt-3">
      <p>
        El código <span className="font-bold wrap-anywhere">{code}</span> tiene un límite por persona: para usarlo hace
        falta una cuenta. Lo que elegiste queda guardado.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ScreenButton size="s" to={paths.login()} onClick={remember}>
          Ingresar
        </ScreenButton>
        <ScreenButton size="s" tone="secondary" to={paths.register()} onClick={remember}>
          Crear Cuenta
        </ScreenButton>
      </div>
    </Notice>
  )
}
