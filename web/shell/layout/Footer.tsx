import { Link } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { company } from '#web/lib/platform.ts'
import { Logo } from './Logo.tsx'

/** Foot of the public pages, with what the law wants within reach. */
export function Footer() {
  const link = 'inline-flex min-h-11 items-center text-humo no-underline hover:text-papel'
  return (
    <footer className="border-t border-linea pb-[calc(var(--bottom-bar)+var(--notices))]">
      <div className="column flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-10 text-14">
        <Logo className="text-papel" />
        <nav aria-label="Legales" className="flex flex-wrap gap-x-6">
          <Link to={paths.registerOrganizer()} className={link}>
            Organizá tu evento
          </Link>
          <Link to={paths.terms()} className={link}>
            Términos y condiciones
          </Link>
          <Link to={paths.privacy()} className={link}>
            Privacidad
          </Link>
          <Link to={paths.refundPolicy()} className={link}>
            Botón de Arrepentimiento
          </Link>
          <a href={`mailto:${brand.supportMail}`} className={link}>
            {brand.supportMail}
          </a>
        </nav>
        <p className="w-full text-12 text-humo">
          {company.legalName} · CUIT {company.cuit} · {company.address}
        </p>
      </div>
    </footer>
  )
}
