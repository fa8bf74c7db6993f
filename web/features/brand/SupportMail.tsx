import { brand } from '#contract/platform/brand.ts'

/** The mail of our support, in a sentence. */
export function SupportMail() {
  return (
    <a href={`mailto:${brand.supportMail}`} className="link">
      {brand.supportMail}
    </a>
  )
}
