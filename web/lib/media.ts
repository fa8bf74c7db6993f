import { IMAGE_WIDTHS, mediaPath, type ImageFormat } from '#contract/api/files.ts'

/** A public image as the contract describes it: `id` is its hash, the size is the original's in pixels. */
export interface StoredImage {
  id: string
  width: number
  height: number
}

/** The `srcset` of every stored width of an image in one format. */
export function imageSources(id: string, format: ImageFormat): string {
  return IMAGE_WIDTHS.map((width) => `${mediaPath(id, width, format)} ${width}w`).join(', ')
}

/** Returns the address of a person's avatar image; null without one. */
export function profilePicture(id: string | null): string | null {
  return id && mediaPath(id, 320, 'webp')
}

/** Address of the largest stored size in the format that every browser reads. */
export function largestImage(id: string): string {
  return mediaPath(id, 1280, 'jpg')
}
