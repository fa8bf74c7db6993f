import type { FileRule } from '#contract/api/files.ts'

export type { FileRule }

const MEGABYTE = 1024 * 1024

export interface ImageProblem {
  title: string
  message: string
}

/** The first bytes of the formats that any rule takes. WebP's come after its size. */
const SIGNATURES: readonly (readonly [FileRule['types'][number], number, readonly number[]])[] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
]
const SIGNATURE_BYTES = 12

/**
 * What a file is by its first bytes, as the server judges it: phones and chats label pictures `image/jpg`, in capitals or not
 * at all.
 */
export async function imageType(file: Blob): Promise<FileRule['types'][number] | undefined> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  return SIGNATURES.find(([, start, bytes]) => bytes.every((byte, place) => head[start + place] === byte))?.[0]
}

/** What is wrong with a chosen picture before it is sent (rule R16.7); null when nothing is. */
export async function imageProblem(file: Blob, rule: FileRule): Promise<ImageProblem | null> {
  // A file that cannot be read here, as one that is still in a cloud, is judged by the server.
  const type = await imageType(file).catch(() => null)
  if (type !== null && !rule.types.some((allowed) => allowed === type)) {
    const allowed = rule.types.includes('image/webp') ? 'JPG, JPEG, PNG o WebP' : 'JPG, JPEG o PNG'
    return {
      title: 'Formato no válido',
      message: `Solo se permiten archivos ${allowed}. Por favor, selecciona un archivo con uno de estos formatos.`,
    }
  }
  if (file.size > rule.maxBytes) {
    const size = (file.size / MEGABYTE).toLocaleString('es-AR', { maximumFractionDigits: 1 })
    const limit = rule.maxBytes / MEGABYTE
    return {
      title: 'Archivo muy grande',
      message: `La imagen pesa ${size} MB y supera el límite de ${limit} MB. Elegí una imagen más chica o comprimila.`,
    }
  }
  return null
}

/** Longest side kept, in pixels: twice the largest size that is ever shown. */
const LONGEST_SIDE = 2560
const WORTH_SHRINKING_BYTES = 1.5 * MEGABYTE
/** The server draws no picture of more than 40 million pixels (threat 20); a scan of a few kB may have 70. */
const MOST_PIXELS = 36_000_000

/** Returns the picture of a file, decoded. */
async function openImage(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

/** Whether a picture is drawn smaller before it is sent. */
export function isWorthShrinking(bytes: number, width: number, height: number): boolean {
  return bytes >= WORTH_SHRINKING_BYTES || width * height > MOST_PIXELS
}

/**
 * A picture made small enough to travel over a phone's network and to be drawn by the server, as JPEG on white. Gives the same file when
 * it is already light, when shrinking does not help, or when this browser cannot do it: the server re-encodes everything anyway.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (!('decode' in HTMLImageElement.prototype)) return file
  try {
    const image = await openImage(file)
    const { naturalWidth: width, naturalHeight: height } = image
    try {
      if (!isWorthShrinking(file.size, width, height)) return file
      const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
      const context = canvas.getContext('2d')
      if (!context) return file
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
      const isSmaller = blob !== null && (blob.size < file.size || width * height > MOST_PIXELS)
      return isSmaller ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file
    } finally {
      URL.revokeObjectURL(image.src)
    }
  } catch {
    // A damaged picture: the server's answer says so in words.
    return file
  }
}
