import { expect, test } from 'vitest'
import { html, renderMarkup, trustedMarkup } from './html.ts'

test('values are escaped in content and attributes, markup and lists are kept', () => {
  const name = `<script>alert("1")</script> & 'x'`
  const rows = ['a<', 'b'].map((text) => html`<li>${text}</li>`)
  expect(renderMarkup(html`<p title="${name}">${name}</p><ul>${rows}</ul>`)).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p><ul><li>a&lt;</li><li>b</li></ul>',
  )
})

test('nothing is written for what is absent; zero and backslashes are', () => {
  expect(renderMarkup(html`${null}${undefined}${false}${0}${''}${String.raw`\n`}`)).toBe(String.raw`0\n`)
  expect(renderMarkup(html`${trustedMarkup('<svg/>')}`)).toBe('<svg/>')
})

test('an object that only looks like markup is not taken for it', () => {
  const forged: unknown = JSON.parse('{"mark":"<b>"}')
  // The type forbids it; hostile JSON does not know the type.
  expect(() => renderMarkup(html`${forged as string}`)).toThrow()
})
