/** Cells of a list. Long words break inside. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { profilePicture, type StoredImage } from '#web/lib/media.ts'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { classes } from '#web/ui/base/classes.ts'

/** One line, or several; empty ones are left out. */
export type Detail = string | null | undefined | false | readonly (string | null | undefined | false)[]

/** A part of a text that offers no place to break and may be wider than a column. */
const LONG_PART = /[^\s@.-]{20,}/u

/** The class that breaks inside words, for a text that needs it: a column made for it is as narrow as a letter. */
function breaking(text: string): string | undefined {
  return LONG_PART.test(text) ? 'wrap-anywhere' : undefined
}

/** A word, or a dash where there is none. */
export function Words({ children, className }: { children: string | null | undefined; className?: string }) {
  const text = children || '—'
  return (
    <span className={classes(breaking(text), className)}>
      <Breakable>{text}</Breakable>
    </span>
  )
}

/** Small lines under what a cell says first. */
export function Details({ of, size = 'text-12' }: { of: Detail; size?: 'text-12' | 'text-14' }) {
  const lines = (typeof of === 'object' && of !== null ? of : [of]).flatMap((line) => line || [])
  return lines.map((line) => (
    <span key={line} data-detail className={classes('block font-normal text-humo', breaking(line), size)}>
      <Breakable>{line}</Breakable>
    </span>
  ))
}

export interface TwoLines {
  readonly title: string
  readonly detail?: Detail
  /** Where its title leads; on a phone its whole line can be pressed. */
  readonly to?: string | undefined
  /** Before the detail. */
  readonly sign?: ReactNode
}

/** An item's name, with a line that identifies it. */
export function TwoLineCell({ title, detail, to, sign }: TwoLines) {
  return (
    <span className="block min-w-0">
      {to === undefined ? (
        <Words className="block font-semibold">{title}</Words>
      ) : (
        <Link
          to={to}
          className={classes(
            'relative block text-papel no-underline before:absolute before:-inset-y-3 before:right-0 before:left-0 hover:text-celeste hover:underline',
            breaking(title),
          )}
        >
          <Breakable>{title}</Breakable>
        </Link>
      )}
      {sign ? (
        <span className="flex items-center gap-1">
          {sign}
          <span className="min-w-0">
            <Details of={detail} />
          </span>
        </span>
      ) : (
        <Details of={detail} />
      )}
    </span>
  )
}

/** The same with a picture. */
export function PictureCell({ image, ...lines }: TwoLines & { readonly image: StoredImage | null }) {
  return (
    <span className="flex items-center gap-3">
      <span className="size-14 shrink-0 overflow-hidden rounded-card">
        <Flyer image={image} alt="" sizes="56px" />
      </span>
      <TwoLineCell {...lines} />
    </span>
  )
}

export interface PersonProps {
  readonly name: string
  readonly urlProfileImgId: string | null
}

/** A person: their picture, or the first letter of their name, and how to reach them. */
export function PersonCell({ person, details }: { person: PersonProps; details?: Detail }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar
        src={profilePicture(person.urlProfileImgId)}
        name={person.name}
        className="size-11"
        letterClassName="bg-mesa-2 text-16 font-bold"
      />
      <span className="min-w-0">
        <Words className="block font-bold">{person.name}</Words>
        <Details of={details} size="text-14" />
      </span>
    </span>
  )
}
