import { paths } from '#contract/api/paths.ts'
import { Message } from './Message.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { SupportMail } from '#web/features/brand/SupportMail.tsx'

/** A screen of the plan that is not built: it says so instead of pretending that the address is wrong. */
export function NotYetScreen() {
  return (
    <Message
      eyebrow="En camino"
      title="Esta sección todavía no está lista"
      action={<ScreenButton to={paths.home()}>Ir al inicio</ScreenButton>}
    >
      <p>
        La estamos construyendo. Si necesitás algo ahora, escribinos a <SupportMail />.
      </p>
    </Message>
  )
}
