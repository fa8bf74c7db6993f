import { mediaPath } from '#contract/files.ts'

interface UserNameProps {
  user: { readonly name: string; readonly urlProfileImgId: string | null }
  /** The line under the name. */
  detail?: string | null
}

/** A person in a list: their picture, or the first letter of their name, and a line about them. */
export function UserName({ user, detail }: UserNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-mesa-2 text-16 font-bold"
      >
        {user.urlProfileImgId ? (
          <img src={mediaPath(user.urlProfileImgId, 320, 'webp')} alt="" className="size-full object-cover" />
        ) : (
          (user.name.trim()[0]?.toUpperCase() ?? '?')
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-bold">{user.name}</span>
        {detail && <span className="block truncate text-14 font-normal text-humo">{detail}</span>}
      </span>
    </span>
  )
}
