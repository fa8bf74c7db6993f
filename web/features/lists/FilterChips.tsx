import { Link } from 'react-router'
import { Chip } from '#web/ui/base/Chip.tsx'

interface FilterChipsProps {
  /** What they choose among: «Estado de los eventos». */
  label: string
  choices: readonly { readonly label: string; readonly to: string; readonly isChosen: boolean }[]
}

/** The first choice of a list, in one line: links, so that each can be opened apart. It scrolls on a phone. */
export function FilterChips({ label, choices }: FilterChipsProps) {
  return (
    <nav aria-label={label} className="-mx-5 mb-4 overflow-x-auto scrollbar-none px-5 py-1.5 md:mx-0 md:px-0">
      <ul className="flex gap-2 md:flex-wrap">
        {choices.map((choice) => (
          <li key={choice.label}>
            <Chip asChild selected={choice.isChosen}>
              <Link to={choice.to} replace preventScrollReset aria-current={choice.isChosen ? 'true' : undefined}>
                {choice.label}
              </Link>
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
