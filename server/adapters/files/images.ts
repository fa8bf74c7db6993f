/**
 * Uploaded pictures made safe (threat 20): judged by their bytes, decoded within limits and re-encoded, so that
 * nothing of the uploaded file is ever served.
 */
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { IMAGE_WIDTHS, type FileRule, type ImageFormat, type ImageWidth } from '#contract/api/files.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { createConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'

// One thread each and no cache: the web process keeps its cores and memory for requests.
sharp.concurrency(1)
sharp.cache(false)

const MAX_PIXELS = 40_000_000
/** Beyond this the height of a 1,280 px wide picture no longer fits the formats' limits, and no screen can show it. */
const MAX_RATIO = 8
const MASTER_WIDTH = 1920
const DECODE_SECONDS = 15
/** The background of transparent places in JPG, which has none: the page's own colour (rule R17.1). */
const BACKDROP = '#0b0c12'

/** Without smart subsampling, which doubles the time of an upload: AVIF, which nearly every browser takes, follows by a job. */
const WEBP = { quality: 80, effort: 4 } as const
const JPG = { quality: 80, progressive: true } as const
const AVIF = { quality: 50, effort: 2 } as const
const MASTER = { quality: 92, effort: 2 } as const

export interface ImageVariant {
  /** The width in the file's name; a picture that is narrower is kept at its own. */
  readonly width: ImageWidth
  readonly format: ImageFormat
  readonly bytes: Buffer
}

export interface StoredImage {
  /** Of `master`, in hex: the picture's id. */
  readonly sha256: string
  /** Size of the master in pixels, upright. */
  readonly width: number
  readonly height: number
  /** WebP of at most 1,920 px from which further formats are made; kept in the private store. */
  readonly master: Buffer
  /** WebP and JPG in every width. AVIF is made by a job with `encodeAvif`. */
  readonly variants: readonly ImageVariant[]
}

/** One after the other: a decoded picture takes the memory of all its pixels. */
const encoding = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 30 })

/**
 * Takes an uploaded file for `rule`. Throws Failure `image_type` (another format or an animation, whatever the name says),
 * `image_too_large` (bytes of the rule, 40 megapixels), `invalid_image` (empty, cut, damaged, absurdly long) or `busy`.
 */
export async function readImage(bytes: Uint8Array, rule: FileRule): Promise<StoredImage> {
  if (bytes.length > rule.maxBytes) throw new Failure('image_too_large', { bytes: bytes.length, limit: rule.maxBytes })
  await sniff(bytes, rule.types)
  return encoding.run(() => decoded(() => encode(bytes)))
}

/** Throws unless the bytes are whole enough to say that they are a picture of one of the types. */
async function sniff(bytes: Uint8Array, types: FileRule['types']): Promise<void> {
  if (bytes.length === 0) throw new Failure('invalid_image')
  const sniffed = await fileTypeFromBuffer(bytes)
  const type = types.find((allowed) => allowed === sniffed?.mime)
  if (!type) throw new Failure('image_type')
  judge(await decoded(() => open(bytes).metadata()), type)
}

/** The photo of a document: at most so wide that its small print can be read. */
const DOCUMENT_WIDTH = 1600
const DOCUMENT = { quality: 85, effort: 4 } as const

/**
 * Takes an uploaded photo of a document: upright, without metadata, as WebP of at most 1,600 px. Throws as `readImage`, but never
 * for the size in bytes, which is the caller's to judge.
 */
export async function readDocument(bytes: Uint8Array, { types }: Pick<FileRule, 'types'>): Promise<Buffer> {
  await sniff(bytes, types)
  return encoding.run(() =>
    decoded(() =>
      narrowed(open(bytes).autoOrient(), DOCUMENT_WIDTH)
        .flatten({ background: BACKDROP })
        .toColourspace('srgb')
        .webp(DOCUMENT)
        .toBuffer(),
    ),
  )
}

/** How much of the picture's width a mark takes, and how far it is turned. */
const MARK = { share: 0.62, degrees: -18 }
const CLEAR = '#00000000'

/** The picture as JPEG with the lines of `text` drawn all over it, so that a copy says who made it. */
export async function watermark(
  picture: Uint8Array,
  text: string,
  font: { readonly name: string; readonly file: string },
): Promise<Buffer> {
  return encoding.run(async () => {
    const { width, height } = await open(picture).metadata()
    const markup = `<span foreground="white" background="black" alpha="55%" background_alpha="30%">${text}</span>`
    const words = await sharp({ text: { text: markup, font: font.name, fontfile: font.file, rgba: true, dpi: 300 } })
      .png()
      .toBuffer()
    // Its margins keep the marks apart; a picture takes no layer that is larger than itself.
    const mark = await sharp(words)
      .resize({ width: Math.max(1, Math.round(width * MARK.share)) })
      .extend({ top: 24, bottom: 24, background: CLEAR })
      .rotate(MARK.degrees, { background: CLEAR })
      .png()
      .toBuffer()
    const tile = await sharp(mark).resize({ width, height, fit: 'inside', withoutEnlargement: true }).toBuffer()
    return open(picture)
      .composite([{ input: tile, tile: true, gravity: 'center' }])
      .jpeg(JPG)
      .toBuffer()
  })
}

/** AVIF in every width, from the master of a `StoredImage`; about three times the work of WebP, so a job's. */
export async function encodeAvif(master: Uint8Array): Promise<ImageVariant[]> {
  const { width: ownWidth } = await open(master).metadata()
  return inEveryWidth(ownWidth, async (width) => [
    { format: 'avif', bytes: await narrowed(open(master), width).avif(AVIF).toBuffer() },
  ])
}

/** Widths beyond the picture's own share what is encoded for it. */
async function inEveryWidth(
  ownWidth: number,
  encode: (width: number) => Promise<Omit<ImageVariant, 'width'>[]>,
): Promise<ImageVariant[]> {
  const encoded = new Map<number, Omit<ImageVariant, 'width'>[]>()
  const variants: ImageVariant[] = []
  for (const width of IMAGE_WIDTHS) {
    const real = Math.min(width, ownWidth)
    const made = encoded.get(real) ?? (await encode(real))
    encoded.set(real, made)
    variants.push(...made.map((each) => ({ width, ...each })))
  }
  return variants
}

/** Errors refuse a file, warnings do not: phones write headers that decoders remark on and read whole. A cut file is an error. */
function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: DECODE_SECONDS })
}

function narrowed(image: Sharp, width: number): Sharp {
  return image.resize({ width, withoutEnlargement: true })
}

function judge({ format, pages, width, height }: Metadata, type: FileRule['types'][number]): void {
  if (`image/${format}` !== type || (pages ?? 1) > 1) throw new Failure('image_type')
  if (Math.max(width / height, height / width) > MAX_RATIO) throw new Failure('invalid_image', { reason: 'ratio' })
}

async function encode(bytes: Uint8Array): Promise<StoredImage> {
  // Decoded once, upright and in sRGB; metadata is dropped because nothing asks to keep it.
  const upright = narrowed(open(bytes).autoOrient(), MASTER_WIDTH).toColourspace('srgb')
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const pixels = () => sharp(data, { raw })
  const master = await pixels().webp(MASTER).toBuffer()
  const variants = await inEveryWidth(info.width, async (width) => {
    const [webp, jpg] = await Promise.all([
      narrowed(pixels(), width).webp(WEBP).toBuffer(),
      narrowed(pixels(), width).flatten({ background: BACKDROP }).jpeg(JPG).toBuffer(),
    ])
    return [
      { format: 'webp', bytes: webp },
      { format: 'jpg', bytes: jpg },
    ]
  })
  return { sha256: sha256(master).toString('hex'), width: info.width, height: info.height, master, variants }
}

/** Runs the library; what it cannot decode is the file's fault, too many pixels are a failure of their own. */
async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit|too large|dimensions/i.test(error.message)
    throw new Failure(isTooLarge ? 'image_too_large' : 'invalid_image', undefined, { cause: error })
  }
}
