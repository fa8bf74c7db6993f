/** The domains of most mailboxes here. */
const COMMON = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.ar',
  'outlook.com',
  'outlook.com.ar',
  'yahoo.com',
  'yahoo.com.ar',
  'live.com',
  'live.com.ar',
  'icloud.com',
  'fibertel.com.ar',
  'arnet.com.ar',
  'speedy.com.ar',
  'proton.me',
]
/** Real ones that are a letter away from a common one. */
const OTHERS = new Set([
  'mail.com',
  'ymail.com',
  'email.com',
  'hotmail.co',
  'outlook.co',
  'yahoo.co',
  'line.com',
  'love.com',
])

/** The domain that was probably meant: a common one from which the typed one differs by a letter; null where none does. */
export function likelyDomain(mail: string): string | null {
  const domain = mail.trim().toLowerCase().split('@')[1]
  if (!domain || COMMON.includes(domain) || OTHERS.has(domain)) return null
  // No such mailbox exists.
  if (domain.startsWith('gmail.')) return 'gmail.com'
  return COMMON.find((common) => isOneSlipAway(domain, common)) ?? null
}

/** One letter more, less or wrong, or two neighbours swapped. */
function isOneSlipAway(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
