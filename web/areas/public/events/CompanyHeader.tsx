import type { Answer } from '#contract/api/endpoint.ts'
import type { getCompanyEvents } from '#contract/events/events-company.ts'
import { firstLetter } from '#contract/values/first-letter.ts'
import { largestImage } from '#web/lib/media.ts'

export function CompanyHeader({ company }: { company: Answer<typeof getCompanyEvents>['company'] }) {
  return (
    <header className="mb-8">
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
          <h1 className="display text-28 text-balance sm:text-34 lg:text-48">{company.name}</h1>
        </div>
      </div>
      {company.descripcion && (
        <p className="mt-5 max-w-[48rem] whitespace-pre-line text-humo text-pretty">{company.descripcion}</p>
      )}
    </header>
  )
}
