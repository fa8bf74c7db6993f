import { Building2, User, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { formatMoney } from '#contract/values/money.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Waterfall } from '#web/ui/data/Waterfall.tsx'
import { costWords, EXAMPLE, exampleSteps, needsOf } from './organize-words.ts'

/** `/register-organizer`: what it costs, what it takes and how long, before anything is asked. */
function RegisterOrganizerScreen() {
  return (
    <div className="column pt-24 pb-20 lg:pt-32">
      <header className="max-w-[44rem]">
        <p className="eyebrow text-sol">Para quienes organizan</p>
        <h1 className="display text-34 lg:text-48">Vendé tu noche.</h1>
        <p className="mt-3 text-18 text-humo">
          Pedís la cuenta hoy, la revisa una persona y vendés desde que te aprobamos. Cada venta va directo a tu Mercado
          Pago.
        </p>
      </header>
      <Start />
      <div className="mt-12 grid gap-10 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <Costs />
        <div className="flex flex-col gap-8">
          <Section look="display" title="Qué necesitás">
            <ul className="flex list-disc flex-col gap-2 pl-5">
              {[...needsOf(true), 'Una cuenta de Mercado Pago, recién cuando vendas entradas pagas.'].map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </Section>
          <Section look="display" title="Cuánto tarda">
            <p>
              El formulario, unos cinco minutos. Después lo revisa una persona de nuestro equipo y te contesta por mail
              y WhatsApp, en general al siguiente día hábil.
            </p>
          </Section>
          <p className="text-14 text-humo">
            Las fotos de tu DNI se guardan cifradas, solo las ve quien revisa tu pedido y se borran 90 días después.{' '}
            <Link to={paths.privacy()} className="link">
              Privacidad
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}

/** The way in: the two forms, or the request or the events of a person who has them. */
function Start() {
  const user = useSession()?.user
  const hasRequest = user !== undefined && user.companyId === null && user.requestStatus !== 'approved'
  if (user?.companyId) return <StartButton to={paths.organizerEvents()}>Ir a mis eventos</StartButton>
  if (hasRequest) return <StartButton to={paths.organizerRequest()}>Ver cómo va mi pedido</StartButton>
  return (
    <ul aria-label="Cómo organizás" className="mt-8 grid gap-4 md:grid-cols-2">
      <Way
        icon={User}
        to={paths.organizeAlone()}
        title="Organizo por mi cuenta"
        text="Una persona responde por los eventos."
      />
      <Way
        icon={Building2}
        to={paths.organizeTogether()}
        title="Somos una organización"
        text="Una empresa con CUIT, o un grupo que todavía no se registró."
      />
    </ul>
  )
}

function StartButton({ to, children }: { to: string; children: string }) {
  return (
    <div className="mt-8">
      <ScreenButton size="l" to={to}>
        {children}
      </ScreenButton>
    </div>
  )
}

function Costs() {
  return (
    <Section
      card
      look="display"
      title="Qué cuesta"
      hint={`${costWords}. Las gratis y las cortesías no pagan, y vos elegís si el cargo va aparte o adentro del precio.`}
    >
      <p className="mb-5 text-14 text-humo">
        Por ejemplo, {EXAMPLE.tickets} entradas de {formatMoney(EXAMPLE.priceCents)} con el cargo aparte:
      </p>
      <Waterfall label="Una liquidación de ejemplo" steps={exampleSteps()} write={formatMoney} />
      <p className="mt-5 text-14 text-humo">
        De lo que te queda, Mercado Pago descuenta su comisión según el plazo de cobro que tengas.
      </p>
    </Section>
  )
}

function Way({ icon: Icon, to, title, text }: { icon: LucideIcon; to: string; title: string; text: string }) {
  return (
    <Card asChild className="relative p-6 transition-colors duration-150 hover:border-celeste">
      <li>
        <Icon className="mb-3 size-7 text-celeste" />
        <h2 className="text-18 font-bold">
          <Link to={to} className="no-underline after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-humo">{text}</p>
      </li>
    </Card>
  )
}

export { RegisterOrganizerScreen as Component }
