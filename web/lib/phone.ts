/** `+5491123456789` → `+54 9 11 2345-6789`, as people here read it; any other country's number only gets its plus sign, and a masked one comes so already. */
export function showPhone(phone: string): string {
  if (phone.includes('*')) return phone
  const digits = phone.replaceAll(/\D/g, '')
  const local = /^(54)(9?)(11|\d{3})(\d{3,4})(\d{4})$/.exec(digits)
  if (!local) return `+${digits}`
  const [, country, mobile, area, head, tail] = local
  return ['+' + country, mobile, area, `${head}-${tail}`].filter(Boolean).join(' ')
}
