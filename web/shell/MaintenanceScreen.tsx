import { brand } from '#contract/brand.ts'
import { Message } from './Message.tsx'

/** Off. While on, every path shows the maintenance screen (product.md §2); it is no route of its own. */
export const isUnderMaintenance: boolean = false

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
