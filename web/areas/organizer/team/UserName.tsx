import { profilePicture } from '#web/lib/media.ts'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'

interface UserNameProps {
  user: { readonly name: string; readonly urlProfileImgId: string | null }
  /** Lines under the name: how to reach them. */
  details?: readonly (string | null)[]
}

/** A person in a list: their picture, or the first letter of their name, and how to reach them. */
export function UserName({ user, details = [] }: UserNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar
        src={profilePicture(user.urlProfileImgId)}
        name={user.name}
        className="size-11"
        letterClassName="bg-mesa-2 text-16 font-bold"
      />
      <span className="min-w-0">
        <span className="block font-bold wrap-anywhere">{user.name}</span>
        {details
          .flatMap((detail) => detail ?? [])
          .map((detail) => (
            <span key={detail} className="block text-14 font-normal wrap-anywhere text-humo">
              <Breakable>{detail}</Breakable>
            </span>
          ))}
      </span>
    </span>
  )
}
