import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Message } from './Message.tsx'

/** Any path that is no screen, and whatever the server does not find. */
export function NotFoundScreen() {
  return (
    <Message
      eyebrow="Error 404"
      title="No encontramos esta página"
      action={
        <>
          <LinkButton asChild>
            <Link to={paths.events()}>Ver eventos</Link>
          </LinkButton>
          <LinkButton asChild tone="secondary">
            <Link to={paths.home()}>Ir al inicio</Link>
          </LinkButton>
        </>
      }
    >
      <p>Puede que el enlace esté mal escrito o que el evento ya no se muestre.</p>
    </Message>
  )
}
