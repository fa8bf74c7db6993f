import { Link, useRevalidator, useRouteError } from 'react-router'
import { paths } from '#contract/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Message } from './Message.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** What a route shows when its loader or its drawing fails; the bars around it stay. */
export function RouteError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const status = statusOf(error)
  if (status === 404) return <NotFoundScreen />
  const home = (
    <LinkButton asChild tone="secondary">
      <Link to={paths.home()}>Ir al inicio</Link>
    </LinkButton>
  )
  if (status === 403) {
    return (
      <Message eyebrow="Acceso Denegado" title="Esta sección no es para tu cuenta" action={home}>
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
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
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

function statusOf(error: unknown): number {
  if (isApiFailure(error)) return error.status
  const isAnswer = typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
  return isAnswer ? Number(error.status) : 500
}
