import { BadgeCheck, Banknote, CalendarDays, Megaphone, QrCode, ScanLine, Smartphone, Users } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { ContactFormNear } from './ContactFormNear.tsx'
import { scrollToSection } from '#web/shell/layout/use-scrolled-bar.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'

const STEPS = [
  {
    icon: CalendarDays,
    title: 'Elegí tu noche',
    text: 'Mirá qué hay, cuándo y dónde. El precio y el cargo se ven antes de pagar.',
  },
  {
    icon: Smartphone,
    title: 'Comprá en dos toques',
    text: 'Pagás con Mercado Pago. Tu lugar queda reservado mientras lo hacés.',
  },
  {
    icon: QrCode,
    title: 'Entrá con tu QR',
    text: 'Te llega apenas comprás y sirve sin señal.',
  },
] as const

const OFFERS = [
  { icon: Banknote, title: 'Cobrás vos', text: 'Cada venta va directo a tu cuenta de Mercado Pago.' },
  { icon: Megaphone, title: 'RRPP con su código', text: 'Cada promotor vende con su enlace y ves qué trajo cada uno.' },
  {
    icon: ScanLine,
    title: 'Puerta que no falla',
    text: 'Escaneo con el teléfono, una sola entrada por código, con cuánta gente hay adentro.',
  },
  {
    icon: Users,
    title: 'Cortesías con límite',
    text: 'Vos decidís cuántas y quién las da. Nada es gratis sin permiso.',
  },
  {
    icon: BadgeCheck,
    title: 'Compras cuidadas',
    text: 'Sin sobreventa, con devoluciones claras y Botón de Arrepentimiento.',
  },
  {
    icon: CalendarDays,
    title: 'Todo en una pantalla',
    text: 'Eventos, tipos de entrada, ventas y llegadas, desde el teléfono.',
  },
] as const

/** The landing below the events: what this is, what it offers, how to reach us. The ids are those of the top bar. */
export function HomeSections() {
  // Who came for one of them was led to its place before it was there.
  useEffect(() => {
    if (location.hash) scrollToSection(location.hash.slice(1))
  }, [])
  return (
    <>
      <LandingSection
        id="que-es"
        title={`¿Qué es ${brand.name}?`}
        lead="Las entradas de la noche argentina, sin vueltas."
      >
        <ol className="grid gap-5 md:grid-cols-3">
          {STEPS.map(({ icon: Icon, title, text }, index) => (
            <Card asChild key={title} className="p-6">
              <li>
                <div className="mb-4 flex items-center justify-between">
                  <Icon size={28} className="text-celeste" />
                  <span aria-hidden="true" className="display text-34 text-mesa-2">
                    {index + 1}
                  </span>
                </div>
                <h3 className="mb-1 text-18 font-bold">{title}</h3>
                <p className="text-humo">{text}</p>
              </li>
            </Card>
          ))}
        </ol>
      </LandingSection>
      <LandingSection
        id="que-ofrecemos"
        title="¿Qué Ofrecemos?"
        lead="Para quienes organizan: vendé, comunicá y abrí la puerta tranquilo."
      >
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {OFFERS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon size={24} className="mt-1 shrink-0 text-sol" />
              <div>
                <h3 className="mb-1 text-18 font-bold">{title}</h3>
                <p className="text-humo">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <ScreenButton tone="secondary" className="mt-9" to={paths.registerOrganizer()}>
          Organizá tu evento
        </ScreenButton>
      </LandingSection>
      <LandingSection
        id="contacto"
        title="Contacto"
        lead="¿Organizás algo o necesitás ayuda con una compra? Escribinos: contesta una persona."
      >
        <ContactFormNear />
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton tone="secondary" href={`mailto:${brand.supportMail}`} className="wrap-anywhere">
            {brand.supportMail}
          </LinkButton>
          <LinkButton href={`https://wa.me/${brand.supportWhatsapp.slice(1)}`} tone="secondary" rel="noreferrer">
            WhatsApp
          </LinkButton>
          <ScreenButton tone="quiet" to={paths.refundPolicy()}>
            Cómo pedir una devolución
          </ScreenButton>
        </div>
      </LandingSection>
    </>
  )
}

function LandingSection({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className="border-t border-linea">
      <div className="column py-16 lg:py-24">
        <h2 id={`${id}-titulo`} className="display text-34">
          {title}
        </h2>
        <p className="mt-2 mb-9 max-w-[44rem] text-18 text-humo">{lead}</p>
        {children}
      </div>
    </section>
  )
}
