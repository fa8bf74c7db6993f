/** What the screens have in common in which people choose a password: its field, the terms, and the faces of a mailed link. */
import { Fragment, useState, type ComponentProps, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { AccountFrame } from './AccountFrame.tsx'

export const termsAccepted = z
  .boolean()
  .check(z.refine((accepted) => accepted, 'Tenés que aceptar los términos y condiciones'))

interface LinkFrameProps extends Omit<ComponentProps<typeof AccountFrame>, 'children'> {
  /** Shown where the address lacks its token. */
  truncated: ReactNode
  children: (token: string) => ReactNode
}

/** A screen that a mailed link opens. */
export function LinkFrame({ truncated, children, ...frame }: LinkFrameProps) {
  const token = useLinkToken()
  return (
    <AccountFrame {...frame}>
      {/* Another link starts over. */}
      {token ? <Fragment key={token}>{children(token)}</Fragment> : truncated}
    </AccountFrame>
  )
}

/** The answer to the form of a link, and the failure after which the link works no more. */
export function useLinkOutcome<Answer>(...deadCodes: readonly FailureCode[]) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const onFail = (error: unknown) => {
    const isDead = isApiFailure(error, ...deadCodes)
    if (isDead) setFailure(error)
    return isDead
  }
  return { answer, setAnswer, failure, onFail }
}

export function DeadLink({ message, children }: { message: string; children: ReactNode }) {
  return (
    <Outcome kind="problem" title="Este enlace no sirve" message={message}>
      {children}
    </Outcome>
  )
}

interface ChosenAnswer {
  readonly message: string
  readonly session?: Pick<SessionUser, 'phone' | 'pendingPhone' | 'role'> | null | undefined
}

/** The password was chosen: people who are signed in see what they came for, and go to their profile, where a phone may be missing. */
export function PasswordChosen({ title, answer: { message, session } }: { title: string; answer: ChosenAnswer }) {
  const [to, label] = !session
    ? [paths.login(), 'Ingresar']
    : session.phone
      ? [paths.editProfile(), 'Ir a mi perfil']
      : session.pendingPhone
        ? [paths.profile(), 'Verificar mi teléfono']
        : [paths.editProfile(), 'Cargar mi teléfono']
  return (
    <Outcome kind="success" title={title} message={message}>
      {session?.role === 'CLIENT' && (
        <ScreenButton wide to={paths.clientDashboard()}>
          Ver mis entradas
        </ScreenButton>
      )}
      <ScreenButton wide tone={session?.role === 'CLIENT' ? 'secondary' : 'primary'} to={to}>
        {label}
      </ScreenButton>
    </Outcome>
  )
}
