import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Message } from './Message.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { GOD_ONLY } from '../session/may.ts'
import { reportError } from './report-error.ts'

/** What a route shows when its loader or its drawing fails; the bars around it stay. */
export function RouteError() {
  const error = useRouteError()
  const here = useLocation()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname } = here
  useEffect(() => reportError(error, 'screen', pathname), [error, pathname])
  const status = statusOf(error)
  if (status === 404) return <NotFoundScreen />
  const home = (
    <ScreenButton tone="secondary" to={paths.home()}>
      Ir al inicio
    </ScreenButton>
  )
  if (status === 403) {
    return (
      <Message eyebrow="Acceso Denegado" title="Esta sección no es para tu cuenta" action={home}>
        {pathname.startsWith('/god-admin/') && <p>{GOD_ONLY}</p>}
        <p>
          Ingresaste con una cuenta que no tiene permiso para verla. Si usás otra para esto, cerrá sesión e ingresá con
          esa.
        </p>
      </Message>
    )
  }
  return (
    <Message
      eyebrow="Error"
      title="Algo salió mal"
      action={
        <>
          <Button
            busy={state === 'loading'}
            onClick={() => void navigate(here, { replace: true, state: here.state, preventScrollReset: true })}
          >
            Reintentar
          </Button>
          {home}
        </>
      }
    >
      <p>{failureMessage(error, 'No pudimos mostrar esta página. Probá de nuevo en un momento.')}</p>
    </Message>
  )
}

/** For a failure of the frame around every screen: renders without the frame. */
export function BareRouteError() {
  return (
    <main id="main" tabIndex={-1}>
      <RouteError />
    </main>
  )
}

function statusOf(error: unknown): number {
  if (isApiFailure(error)) return error.status
  const isAnswer = typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
  return isAnswer ? Number(error.status) : 500
}
