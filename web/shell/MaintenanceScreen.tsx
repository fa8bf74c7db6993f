import { brand } from '#contract/brand.ts'
import { Message } from './Message.tsx'

/** No route of its own (product.md §2): what closed addresses show while the server's flag is on. */
export function MaintenanceScreen() {
  return (
    <main>
      <Message eyebrow="Mantenimiento" title="Volvemos en un rato">
        <p>
          Estamos mejorando {brand.name}. Tus entradas siguen siendo válidas. Si es urgente, escribinos a{' '}
          <a href={`mailto:${brand.supportMail}`} className="link">
            {brand.supportMail}
          </a>
          .
        </p>
      </Message>
    </main>
  )
}
