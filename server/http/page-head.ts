/** What a public page says of itself before any script runs: title, description, picture, structured data, first reads. */
import { brand } from '#contract/platform/brand.ts'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import { IMAGE_WIDTHS, mediaPath, type ImageWidth } from '#contract/api/files.ts'
import type { PlatformData } from '#contract/platform/platform.ts'
import type { App } from '#server/context.ts'
import { html, trustedMarkup, type Markup } from '#server/shared/html.ts'

/** A public read whose answer travels inside the page; the web finds it under the same key as if it had asked. */
export interface FirstRead<Spec extends EndpointSpec = EndpointSpec> {
  readonly spec: Spec
  readonly input: { readonly params?: Record<string, unknown>; readonly query?: Record<string, unknown> }
}

/** What a first read was answered; null for a refusal. */
export type AnswerOf = <Spec extends EndpointSpec>(read: FirstRead<Spec>) => Answer<Spec> | null

export interface PageHead {
  readonly status: 200 | 404
  /** Without the brand's name, which is added; null is the brand's own title. */
  readonly title: string | null
  readonly description?: string
  /** Path of the one address this page should be known by; absent where it should not be indexed. */
  readonly canonicalPath?: string
  /** The picture of link previews. */
  readonly image?: PublicImage | null
  /** A schema.org object. */
  readonly jsonLd?: object | undefined
  readonly firstReads?: readonly FirstRead[]
  /** The page's main picture and the `sizes` that its screen draws it with. */
  readonly mainPicture?: { readonly image: PublicImage; readonly sizes: string } | null
  /** Source files of the screen and of what it draws at once, from `web/`: their chunks are fetched together with the page. */
  readonly screenFile?: string | readonly string[]
  /** The same of where the next press leads: fetched when the page has what it needs. */
  readonly nextScreenFile?: string | readonly string[]
  /** Shown in the page until the screen is drawn; may be made of what the first reads answered. Null where they were refused. */
  readonly screen?: (answerOf: AnswerOf) => Markup | null
}

export interface PageCall {
  /** Values of the path's `:name` parts, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Only the fields that the page names in `queryFields`. */
  readonly query: Readonly<Record<string, string>>
}

/** A public path whose head a module writes. */
export interface Page {
  /** `/evento/:id`. */
  readonly path: string
  /** Query fields that change what the page shows; others share one cached page. */
  readonly queryFields?: readonly string[]
  /** How long the finished page is kept. */
  readonly seconds: number
  readonly head: (app: App, call: PageCall) => Promise<PageHead>
}

/** An address that opens a screen whose head says no more than its title. */
export interface Screen {
  readonly path: string
  readonly title: string
  /** Worth a place in search engines. */
  readonly isIndexed?: boolean
  /** The address carries a secret: it is neither indexed nor sent to other sites. */
  readonly hasSecretAddress?: boolean
  /** Source file, from `web/`, of a screen that people come to from outside: its chunk is fetched with the page. */
  readonly file?: string
}

/** An address of the sitemap. */
export interface SitemapEntry {
  readonly path: string
  /** Instant of the last change, where it is known. */
  readonly changedAt?: string
}

/** A first read with its input checked against the endpoint's own type. */
export function firstRead<const Spec extends EndpointSpec>(spec: Spec, input: CallInput<Spec>): FirstRead<Spec> {
  return { spec, input }
}

/** Width of the picture in link previews: large enough for all of them, light enough for WhatsApp's. */
const PREVIEW_WIDTH = 960 satisfies ImageWidth

/** The tags between the head's marks. `origin` is the public address without a trailing slash. */
export function headMarkup(head: PageHead, origin: string): Markup {
  const title = head.title === null ? `${brand.name} · ${brand.subtitle}` : `${head.title} · ${brand.name}`
  const description = head.description ?? brand.description
  const address = head.canonicalPath === undefined ? null : origin + head.canonicalPath
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${address ? html`<link rel="canonical" href="${address}" />` : html`<meta name="robots" content="noindex" />`}
    <meta property="og:site_name" content="${brand.name}" />
    <meta property="og:locale" content="es_AR" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${head.title ?? title}" />
    <meta property="og:description" content="${description}" />
    ${address && html`<meta property="og:url" content="${address}" />`} ${head.image && imageTags(head.image, origin)}
    <meta name="twitter:card" content="${head.image ? 'summary_large_image' : 'summary'}" />
    ${head.mainPicture && picturePreload(head.mainPicture)}
    ${head.jsonLd && dataScript('application/ld+json', head.jsonLd)}`
}

/** What the web knows of who runs this installation (`web/lib/platform.ts`). */
export function platformTag(platform: PlatformData): Markup {
  return html`<meta name="platform" content="${JSON.stringify(platform)}" />`
}

function imageTags(image: PublicImage, origin: string): Markup {
  const width = Math.min(PREVIEW_WIDTH, image.width)
  const height = Math.round((image.height * width) / image.width)
  return html`<meta property="og:image" content="${origin}${mediaPath(image.id, PREVIEW_WIDTH, 'jpg')}" />
    <meta property="og:image:type" content="image/jpeg" />
    <meta property="og:image:width" content="${width}" />
    <meta property="og:image:height" content="${height}" />`
}

function picturePreload({ image, sizes }: { image: PublicImage; sizes: string }): Markup {
  const sources = IMAGE_WIDTHS.map((width) => `${mediaPath(image.id, width, 'avif')} ${width}w`).join(', ')
  return html`<link
    rel="preload"
    as="image"
    type="image/avif"
    imagesrcset="${sources}"
    imagesizes="${sizes}"
    fetchpriority="high"
  />`
}

/** JSON inside a page, escaped so that no text in it can end the script or begin another; `id` is a name of ours. */
export function dataScript(type: 'application/json' | 'application/ld+json', data: unknown, id?: string): Markup {
  const json = JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, escapeCharacter)
  return trustedMarkup(`<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
