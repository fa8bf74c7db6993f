import { paths } from '#contract/api/paths.ts'
import { Message } from './Message.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'

/** Any path that is no screen, and whatever the server does not find. */
export function NotFoundScreen() {
  return (
    <Message
      eyebrow="Error 404"
      title="No encontramos esta página"
      action={
        <>
          <ScreenButton to={paths.events()}>Ver eventos</ScreenButton>
          <ScreenButton tone="secondary" to={paths.home()}>
            Ir al inicio
          </ScreenButton>
        </>
      }
    >
      <p>Puede que el enlace esté mal escrito o que el evento ya no se muestre.</p>
    </Message>
  )
}
