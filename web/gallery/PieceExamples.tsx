import { MemoryRouter } from 'react-router'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'
import { JobProgress } from '#web/ui/data/JobProgress.tsx'
import { Timeline } from '#web/ui/data/Timeline.tsx'
import { Example, Line, LONG_NAME } from './Example.tsx'

const copy = { copied: 'Copiamos el enlace', denied: 'No pudimos copiarlo: copialo a mano' }

/** What screens are put together from: parts under a heading, stories, work under way, ways to other screens. */
export function PieceExamples() {
  return (
    <MemoryRouter>
      <Example name="Section">
        <Section title="Datos fiscales" hint="Salen en el comprobante de cada compra.">
          <p>Sin tarjeta, con una línea bajo el título.</p>
        </Section>
        {(['title', 'eyebrow', 'display'] as const).map((look) => (
          <Section
            key={look}
            card
            look={look}
            title={look === 'title' ? LONG_NAME : `Mercado Pago (${look})`}
            action={<Badge tone="yerba">Conectada</Badge>}
          >
            <p>En una tarjeta, con su estado.</p>
          </Section>
        ))}
      </Example>
      <Example name="Timeline">
        <Timeline
          label="Cómo va"
          steps={[
            { title: 'Lo pediste', status: 'done', text: 'El 25 de noviembre a las 21:00.' },
            { title: 'Mercado Pago lo rechazó', status: 'failed' },
            { title: LONG_NAME, status: 'now', children: <Button size="s">Pedir de nuevo</Button> },
            { title: 'Te vuelve la plata', status: 'later', text: 'Por el medio con que pagaste.' },
          ]}
        />
      </Example>
      <Example name="JobProgress">
        <JobProgress label="Avance" text="Van 120 de 1.800 entradas." value={120} max={1800}>
          <Button size="s" tone="secondary">
            Pausar
          </Button>
        </JobProgress>
        <JobProgress label="Avance" text="Terminó." value={0} max={0} tone="yerba" />
      </Example>
      <Example name="CopyButton">
        <p>
          Compra N.º 4F7K <CopyButton iconOnly text="4F7K" label="Copiar el número" {...copy} />
        </p>
        <CopyButton text="https://previa.example" label="Copiar enlace" {...copy} />
      </Example>
      <Example name="Disclosure">
        <Disclosure title="Más opciones" note="A la venta · hasta 4 por persona">
          <p>Lo que pocos necesitan.</p>
        </Disclosure>
        <Card className="divide-y divide-linea">
          {['No me llegó la entrada', LONG_NAME].map((title) => (
            <Disclosure key={title} title={title} look="row">
              <p>Está siempre en Entradas.</p>
            </Disclosure>
          ))}
        </Card>
        <Disclosure title={<b className="block">Adentro 920</b>} look="bare">
          <p>General 700, VIP 220.</p>
        </Disclosure>
      </Example>
      <Example name="ScreenButton, ScreenLink, BackLink">
        <BackLink to="/">Eventos</BackLink>
        <Line>
          <ScreenButton to="/">Ver eventos</ScreenButton>
          <ScreenButton to="/" tone="secondary" size="s">
            Ver entradas
          </ScreenButton>
          <ScreenLink to="/">Ver una por una</ScreenLink>
        </Line>
      </Example>
    </MemoryRouter>
  )
}
