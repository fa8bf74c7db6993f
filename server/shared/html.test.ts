import { expect, test } from 'vitest'
import { html, renderMarkup, trustedMarkup, type Markup } from './html.ts'

const hostile = `<script>alert("1")</script> & 'x'`
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;'

test('values are escaped in content and in attributes', () => {
  expect(renderMarkup(html`<p title="${hostile}">${hostile}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('markup is kept and lists are joined', () => {
  const rows: Markup[] = ['a<', 'b'].map((text) => html`<i>${text}</i>`)
  expect(renderMarkup(html`<b>${rows}</b>`)).toBe('<b><i>a&lt;</i><i>b</i></b>')
  expect(renderMarkup(html`${trustedMarkup('<svg/>')}`)).toBe('<svg/>')
})

test('nothing is written for what is absent; zero and backslashes are', () => {
  expect(renderMarkup(html`${null}${undefined}${false}${0}${''}${String.raw`\n`}`)).toBe(String.raw`0\n`)
})

test('an object that only looks like markup is not taken for it', () => {
  const forged: unknown = JSON.parse('{"mark":"<b>"}')
  // The type forbids it; hostile JSON does not know the type.
  expect(() => renderMarkup(html`${forged as string}`)).toThrow()
})
