import { Printer } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { loadSignInOptions, useDeliveryChannels } from '#web/features/delivery-channels/delivery-channels.ts'
import { company } from '#web/lib/platform.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import type { LegalText } from './legal-text.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { purchaseTerms } from './purchase-terms.ts'
import { termsOfUse } from './terms-of-use.ts'

const textsOf = (ways: string): Readonly<Record<string, LegalText>> => ({
  [paths.termsOfUse()]: termsOfUse,
  [paths.terms()]: purchaseTerms(ways),
  [paths.privacy()]: privacyPolicy,
})

export const loader = () => {
  void loadSignInOptions()
  return null
}

/** A legal text with its contents at the side, to be read, linked to by section, and printed. */
function LegalScreen() {
  const { pathname } = useLocation()
  const texts = textsOf(useDeliveryChannels())
  const text = texts[pathname.replace(/\/$/, '')] ?? termsOfUse
  return (
    <div className="column pt-24 pb-20 lg:grid lg:grid-cols-[16rem_minmax(0,44rem)] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:pt-32 print:block print:pt-0">
      <header className="lg:col-start-2">
        <h1 className="display text-34 lg:text-48">{text.title}</h1>
        <p className="mt-3 text-18 text-humo print:text-noche">{text.lead}</p>
        <p className="mt-4 text-14 text-humo print:text-noche">
          Versión {text.version} · vigente desde el {text.since} · {company.legalName}, CUIT {company.cuit}
        </p>
        <p className="mt-4 rounded-card border border-sol px-4 py-3 text-14">
          <strong className="text-sol">A revisar por un abogado.</strong> Este texto es una propuesta: antes de publicar
          el servicio lo tiene que revisar y aprobar un profesional.
        </p>
        <Button
          tone="secondary"
          size="s"
          className="mt-4 print:hidden"
          icon={<Printer size={18} />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      </header>
      <nav
        aria-label="Contenido"
        className="my-8 lg:sticky lg:top-24 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:my-0 lg:self-start print:hidden"
      >
        <p className="eyebrow mb-2 text-sol">Contenido</p>
        <ol>
          {text.sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center gap-3 text-14 text-humo no-underline hover:text-papel"
              >
                <span className="w-5 shrink-0 tabular-nums">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="lg:col-start-2">
        {text.sections.map(({ id, title, body }, index) => (
          <Section key={id} id={id} title={`${index + 1}. ${title}`} look="display" className="scroll-mt-24 pt-8">
            {body.map((part, place) =>
              typeof part === 'string' ? (
                <p key={place} className="leading-relaxed">
                  {part}
                </p>
              ) : (
                <ul key={place} className="list-disc space-y-2 pl-5 leading-relaxed">
                  {part.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ),
            )}
          </Section>
        ))}
        <p className="mt-12 flex flex-wrap gap-x-6 border-t border-linea pt-6 text-14 print:hidden">
          {Object.entries(texts)
            .filter(([, each]) => each !== text)
            .map(([path, each]) => (
              <ScreenLink key={path} to={path}>
                {each.title}
              </ScreenLink>
            ))}
          <ScreenLink to={paths.refundPolicy()}>Botón de Arrepentimiento</ScreenLink>
        </p>
      </div>
    </div>
  )
}

export { LegalScreen as Component }
