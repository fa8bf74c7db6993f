/**
 * What is typed or pasted of a number (`0341 15 555-0103`, `+54 9 341…`, `00549…`), in international format; Argentina's where no
 * country is said. Empty without a digit. Whether it is a phone the form and the server say (rule R6.8).
 */
export function internationalPhone(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '') return ''
  if (digits.startsWith('00')) return withoutSecondCode(`+${digits.slice(2)}`)
  const isInternational = plain.includes('+') || digits.startsWith('54')
  return withoutSecondCode(isInternational ? `+${digits}` : `+54${digits.replace(/^0+/, '')}`)
}

/** Drops a second country code: no Argentine number begins with a 5, and no area code with a 9. */
export function withoutSecondCode(phone: string): string {
  return phone.replace(/^\+549?0{0,2}54/, '+54')
}
