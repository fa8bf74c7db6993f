import { ExternalLink } from 'lucide-react'
import type { CompanyProfile } from '#contract/companies/companies.ts'
import { networkLinks } from '#contract/companies/networks.ts'
import { firstLetter } from '#contract/values/first-letter.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { largestImage } from '#web/lib/media.ts'

interface CompanyHeaderProps {
  company: CompanyProfile
  /** The page has its own title. */
  isPart?: boolean
}

/** Who a company is: cover, picture, name, what it says of itself, and where else it is. */
export function CompanyHeader({ company, isPart = false }: CompanyHeaderProps) {
  const Name = isPart ? 'p' : 'h1'
  const links = networkLinks(company.networks)
  return (
    <header className={isPart ? undefined : 'mb-8'}>
      {company.cover && (
        <div className="mb-5 aspect-[5/2] w-full overflow-hidden rounded-card border border-linea md:aspect-[4/1]">
          <Flyer image={company.cover} alt="" sizes="(min-width: 1280px) 1200px, 100vw" priority={!isPart} />
        </div>
      )}
      <div className="flex items-center gap-5">
        {company.imagen ? (
          <img
            src={largestImage(company.imagen)}
            alt=""
            width={96}
            height={96}
            className="size-20 shrink-0 rounded-full object-cover sm:size-24"
          />
        ) : (
          <span
            aria-hidden="true"
            className="display grid size-20 shrink-0 place-items-center rounded-full bg-mesa-2 text-34 text-celeste sm:size-24 sm:text-48"
          >
            {firstLetter(company.name)}
          </span>
        )}
        <div className="min-w-0">
          <p className="eyebrow mb-1 text-sol">Organiza</p>
          <Name className="display text-28 text-balance wrap-anywhere sm:text-34 lg:text-48">{company.name}</Name>
        </div>
      </div>
      {company.descripcion && (
        <p className="mt-5 max-w-[48rem] whitespace-pre-line text-humo text-pretty">{company.descripcion}</p>
      )}
      {links.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-x-5">
          {links.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-celeste hover:underline"
              >
                <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
                <span className="wrap-anywhere">{name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  )
}
