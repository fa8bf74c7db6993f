/** A photo of an ID, made ready to be sent: judged by its bytes, made smaller, judged by its size. */
import { photoProblems, photoRules, type PhotoSide } from '#contract/companies/onboarding.ts'
import { imageType, shrinkImage } from '#web/lib/image-file.ts'

/** The file to send, or what is wrong with it. A photo that cannot be read here is judged by the server. */
export async function prepareIdPhoto(side: PhotoSide, file: File): Promise<File | string> {
  const { type: wrongType, tooLarge, unreadable } = photoProblems[side]
  const { types, maxBytes } = photoRules[side]
  if (file.size === 0) return unreadable
  const type = await imageType(file).catch(() => null)
  if (type !== null && !types.some((allowed) => allowed === type)) return wrongType
  const ready = await shrinkImage(file)
  return ready.size > maxBytes ? tooLarge : ready
}
