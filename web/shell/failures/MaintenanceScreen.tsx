import { brand } from '#contract/platform/brand.ts'
import { SupportMail } from '#web/features/brand/SupportMail.tsx'
import { Logo } from '../layout/Logo.tsx'
import { Message } from './Message.tsx'

/** No route of its own (rule R16.10): what closed addresses show while the server's flag is on. */
export function MaintenanceScreen() {
  return (
    <main id="main" tabIndex={-1} className="relative">
      <div className="column absolute inset-x-0 top-0 flex h-16 items-center">
        <Logo />
      </div>
      <Message eyebrow="Mantenimiento" title="Volvemos en un rato">
        <p>
          Estamos mejorando {brand.name}. Tus entradas siguen siendo válidas. Si es urgente, escribinos a{' '}
          <SupportMail />.
        </p>
      </Message>
    </main>
  )
}
