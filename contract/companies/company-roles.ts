/** What people read of the roles in a company. */
import type { CompanyRole } from '#contract/api/roles.ts'

export const companyRoleWords: Readonly<Record<CompanyRole, { readonly name: string; readonly may: string }>> = {
  owner: { name: 'Titular', may: 'Todo, también la cuenta de cobro y las personas.' },
  manager: {
    name: 'Gestión',
    may: 'Crear eventos, vender y devolver: todo menos la cuenta de cobro, las personas y devolver un evento entero.',
  },
  finance: { name: 'Finanzas', may: 'Ver lo que se vendió y devolver compras, sin tocar los eventos.' },
}
