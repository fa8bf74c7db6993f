import type { FailureCode } from './failures.ts'

/** Limits of a file part of a request. The server detects the type from the bytes; names and headers prove nothing. */
export interface FileRule {
  readonly types: readonly ('image/jpeg' | 'image/png' | 'image/webp')[]
  readonly maxBytes: number
  /** What a larger one is refused with, and what is said of it at its field; `image_too_large` where it is not given. */
  readonly tooLarge?: { readonly code: FailureCode; readonly message: string }
}

const MEGABYTE = 1024 * 1024

/** Rule R16.7. */
export const profileImage = { types: ['image/jpeg', 'image/png'], maxBytes: 10 * MEGABYTE } as const satisfies FileRule
export const eventFlyer = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 10 * MEGABYTE,
} as const satisfies FileRule
export const companyImage = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 5 * MEGABYTE,
} as const satisfies FileRule
export const companyCover = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 10 * MEGABYTE,
} as const satisfies FileRule
export const drinkImage = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 5 * MEGABYTE,
} as const satisfies FileRule

/** Failures of a call with a picture. */
export const imageFailures = ['invalid_image', 'image_type', 'image_too_large'] as const

/** Widths in pixels that every public image is kept in: `/media/{sha256}-{width}.{webp|avif|jpg}`. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]
export type ImageFormat = 'webp' | 'avif' | 'jpg'

/** Path of one stored size of a public image. */
export function mediaPath(sha256: string, width: ImageWidth, format: ImageFormat): string {
  return `/media/${sha256}-${width}.${format}`
}
