import { useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { mediaPath } from '#contract/files.ts'

/** The person's picture, large; the first letter of their name while there is none or it cannot be had. */
export function Avatar({ user: { urlProfileImgId: imageId, name } }: { user: SessionUser }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (imageId && imageId !== failed) {
    return (
      <img
        src={mediaPath(imageId, 320, 'webp')}
        alt="Tu imagen de perfil"
        width={80}
        height={80}
        className="size-20 shrink-0 rounded-full object-cover"
        onError={() => setFailed(imageId)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="display grid size-20 shrink-0 place-items-center rounded-full bg-celeste text-34 text-sobre-celeste uppercase"
    >
      {Array.from(name)[0] ?? '?'}
    </span>
  )
}
