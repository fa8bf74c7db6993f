import { Pencil, Ticket } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Chip } from '#web/ui/base/Chip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Fact, Facts, type FactsLook } from '#web/ui/data/Facts.tsx'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Pagination } from '#web/ui/data/Pagination.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/data/SkeletonRows.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { Stepper } from '#web/ui/fields/Stepper.tsx'
import { Steps } from '#web/ui/data/Steps.tsx'
import { Table, type Sort } from '#web/ui/data/Table.tsx'
import { Tabs } from '#web/ui/data/Tabs.tsx'
import { Example, Line, LONG_NAME } from './Example.tsx'

const none = () => undefined
const tones = ['primary', 'secondary', 'quiet', 'danger', 'field'] as const
const looks: FactsLook[] = ['columns', 'lines', 'stacked']
const steps = [
  { key: 'what', label: 'Qué', link: <a href="#Steps" aria-label="Volver a Qué" /> },
  { key: 'when', label: 'Cuándo y dónde' },
  { key: 'tickets', label: 'Entradas' },
  { key: 'check', label: 'Revisar' },
]
const people = [
  { name: 'Lautaro Paz', sold: 231 },
  { name: LONG_NAME, sold: 0 },
]

/** What shows and what is pressed. */
export function ControlExamples() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Lautaro Paz']))
  const [size, setSize] = useState(20)
  const [page, setPage] = useState(2)
  const [count, setCount] = useState(1)
  const [tab, setTab] = useState('active')
  const [isOn, setOn] = useState(true)
  const [sort, setSort] = useState<Sort<'name' | 'sold'>>({ sort: 'sold', order: 'desc' })
  return (
    <>
      <Example name="Button">
        {tones.map((tone) => (
          <Line key={tone}>
            <Button tone={tone}>Guardar</Button>
            <Button tone={tone} size="s" icon={<Pencil className="size-4" />}>
              Editar
            </Button>
            <Button tone={tone} size="l" narrow="always">
              Comprar
            </Button>
            <Button tone={tone} busy>
              Guardando
            </Button>
            <Button tone={tone} disabled>
              No se puede
            </Button>
          </Line>
        ))}
        <Button wide>{LONG_NAME}</Button>
        <Button iconOnPhones size="l" tone="secondary" icon={<Ticket className="size-5" />}>
          En un teléfono, el ícono
        </Button>
        <div className="rounded-card bg-papel p-4">
          <Line>
            <Button tone="paper">Sobre papel</Button>
            <Button tone="night">Escanear otra</Button>
          </Line>
        </div>
      </Example>
      <Example name="LinkButton">
        <Line>
          <LinkButton href="#LinkButton">Ver el evento</LinkButton>
          <LinkButton href="#LinkButton" tone="secondary" size="s">
            Volver
          </LinkButton>
        </Line>
      </Example>
      <Example name="IconButton">
        <Line>
          <IconButton label="Editar">
            <Pencil className="size-5" />
          </IconButton>
          <IconButton label="No se puede editar" disabled>
            <Pencil className="size-5" />
          </IconButton>
        </Line>
      </Example>
      <Example name="Badge">
        <Line>
          {(['neutral', 'celeste', 'sol', 'yerba', 'rojo'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              Últimas entradas
            </Badge>
          ))}
        </Line>
      </Example>
      <Example name="Chip">
        <Line>
          <Chip selected={isOn} onClick={() => setOn(!isOn)}>
            Hoy
          </Chip>
          <Chip selected={!isOn} onClick={() => setOn(!isOn)}>
            Este finde
          </Chip>
        </Line>
      </Example>
      <Example name="Avatar">
        <Line>
          <Avatar src={null} name="Camila" className="size-11" letterClassName="bg-celeste text-sobre-celeste" />
          <Avatar src="/no-hay.webp" name="Ñ" className="size-20" letterClassName="bg-mesa-2 text-34 text-celeste" />
        </Line>
      </Example>
      <Example name="PageHeader">
        <PageHeader eyebrow="Métricas" title={<span>{LONG_NAME}</span>} action={<Button>Crear evento</Button>} />
      </Example>
      <Example name="Stat">
        <Stats label="Cómo viene">
          <Stat label="Recaudado" value="$24.318.000" note="+18 % vs. última edición" />
          <Stat label="Entradas" value="1.351" note="75 % de 1.800" />
          <Stat label="Vendidas por RRPP" value="642" note="47,5 % del total" />
          <Stat label="Neto estimado" value={undefined} />
        </Stats>
      </Example>
      <Example name="Notice">
        {(['info', 'warning', 'waiting', 'success', 'danger'] as const).map((tone) => (
          <Notice key={tone} tone={tone} announced="never" action={<Button size="s">Hacer algo</Button>}>
            Ya vendiste 12 entradas: lo que cambies les llega por mail a quienes las tienen.
          </Notice>
        ))}
      </Example>
      <Example name="Problem">
        <Problem message="No pudimos guardar. Probá de nuevo." />
      </Example>
      <Example name="Facts">
        {looks.map((look) => (
          <Card key={look} className={look === 'lines' ? '' : 'p-5'}>
            <Facts look={look}>
              <Fact label="Estado" icon={look === 'stacked' && <Ticket className="size-5" />}>
                <Badge tone="sol">Pendiente</Badge>
              </Fact>
              <Fact label="Email">
                <Breakable>{'la.persona.del.mail.mas.largo.de.todos@organizacion.example'}</Breakable>
              </Fact>
            </Facts>
          </Card>
        ))}
        <div className="max-w-80 rounded-card bg-papel p-5 text-noche">
          <Facts look="paper">
            <Fact label="Titular">Camila Ferreyra</Fact>
            <Fact label="Tipo">VIP con barra</Fact>
          </Facts>
        </div>
      </Example>
      <Example name="Tabs">
        <Tabs
          label="Eventos por estado"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'active', label: 'Próximos', panel: <p>Los que vienen.</p> },
            { key: 'past', label: 'Pasados', panel: <p>Los que fueron.</p> },
          ]}
        />
      </Example>
      <Example name="Steps">
        <Steps label="Publicar tu evento" steps={steps} current="when" />
      </Example>
      <Example name="Stepper">
        <Stepper label="General" value={count} max={3} onChange={setCount} />
      </Example>
      <Example name="Table">
        <Table
          caption="RRPP"
          columns={[
            { key: 'name', header: 'Nombre', cell: ({ name }) => name, sort: 'name' },
            { key: 'sold', header: 'Vendidas', cell: ({ sold }) => sold, align: 'right', sort: 'sold', total: 231 },
          ]}
          rows={people}
          rowKey={({ name }) => name}
          sort={sort}
          onSort={setSort}
          selection={{ label: ({ name }) => `Elegir ${name}`, selected: chosen, onChange: setChosen }}
        />
      </Example>
      <Example name="Pagination">
        <Pagination
          page={page}
          totalPages={12}
          onPage={setPage}
          size={{ of: [20, 50], now: size, onChange: setSize }}
        />
      </Example>
      <Example name="EmptyState">
        <EmptyState title="Todavía no tenés eventos" action={<Button>Crear evento</Button>}>
          Creá el primero: lo publicás cuando esté listo.
        </EmptyState>
      </Example>
      <Example name="ErrorState">
        <ErrorState message="No pudimos cargar tus eventos." onRetry={none} />
      </Example>
      <Example name="SkeletonRows">
        <SkeletonRows label="Cargando usuarios" rows={2} picture="round" hasHeading />
        <SkeletonRows label="Cargando eventos" rows={2} picture="square" />
        <SkeletonRows label="Cargando compras" rows={1} />
        <Skeleton className="h-6 w-40" />
      </Example>
      <Example name="ProgressBar">
        <ProgressBar label="Personas adentro" value={920} max={1200} />
        <ProgressBar label="Subiendo la imagen" value={30} max={100} tone="yerba" />
        <Spinner label="Cargando" />
      </Example>
    </>
  )
}
