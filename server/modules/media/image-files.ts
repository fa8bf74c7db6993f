/** Names of the files that a stored picture is kept in. */
import { IMAGE_WIDTHS, type ImageFormat, type ImageWidth } from '#contract/api/files.ts'

export interface ImageFile {
  readonly imageId: string
  readonly width: ImageWidth
  readonly format: ImageFormat
}

const FILE = /^([0-9a-f]{64})-(\d{3,4})\.(webp|avif|jpg)$/

/** Key in the public store; the same text follows `/media/` in the address. */
export function imageFileKey({ imageId, width, format }: ImageFile): string {
  return `${imageId}-${width}.${format}`
}

/** Key of the master in the private store: what further formats are made from. */
export function masterKey(imageId: string): string {
  return `${imageId}-master.webp`
}

/** Parses a file's name; null when it is none of ours. */
export function parseImageFile(name: string): ImageFile | null {
  const [, imageId, digits, format] = FILE.exec(name) ?? []
  const width = IMAGE_WIDTHS.find((each) => each === Number(digits))
  if (!imageId || !width) return null
  return { imageId, width, format: format as ImageFormat } // the pattern names just these
}
