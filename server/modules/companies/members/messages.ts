/** Messages about the people of a company. Pure. */
import { companyRoleWords } from '#contract/companies/company-roles.ts'
import { paths } from '#contract/api/paths.ts'
import type { CompanyRole } from '#contract/api/roles.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'

interface MemberFacts {
  readonly name: string
  /** `pending`: the activation link is in another message. */
  readonly state: string
  readonly companyName: string
  /** Null once they are no member. */
  readonly role: string | null
}
interface MemberChange {
  readonly act: 'added' | 'changed' | 'removed'
}

/** Templates that WhatsApp approved: name, role, company; of the last one name and company. */
const TEMPLATES = { added: 'organizacion_sumado', changed: 'organizacion_rol', removed: 'organizacion_baja' } as const
/** Inviter, invited, company, and by what. */
const CONFIRMED_TEMPLATE = 'organizacion_confirmado'

const roleOf = ({ role }: MemberFacts) => companyRoleWords[role as CompanyRole] // CHECK on the column; of a member

const ACTIVATE = 'Para empezar, activá tu cuenta con el enlace que te mandamos en otro mensaje.'
const NOT_YOURS = '¿No lo esperabas? Podés salir de la organización desde «Organización», en el menú.'
const BY = { mail: 'el email', phone: 'el teléfono' } as const

export function memberMail(facts: MemberFacts, { act }: MemberChange): Letter {
  const { companyName, state } = facts
  if (act === 'removed') {
    return {
      subject: `Ya no estás en ${companyName}`,
      lines: [`Te sacaron de ${companyName}. Tu cuenta y tus entradas siguen como estaban.`],
    }
  }
  const { name, may } = roleOf(facts)
  const subject = act === 'added' ? `Te sumaron a ${companyName}` : `Cambió tu rol en ${companyName}`
  const lines = [act === 'added' ? `${subject}. Tu rol es ${name}.` : `Ahora tu rol en ${companyName} es ${name}.`, may]
  return state === 'pending'
    ? { subject, lines: [...lines, ACTIVATE] }
    : {
        subject,
        lines,
        action: { label: 'Ver los eventos', path: paths.organizerEvents() },
        ...(act === 'added' && { after: NOT_YOURS }),
      }
}

export function memberWhatsapp(facts: MemberFacts, { act }: MemberChange): Template {
  const role = act === 'removed' ? [] : [roleOf(facts).name]
  return { template: TEMPLATES[act], params: [firstName(facts.name), ...role, facts.companyName] }
}

interface Confirmed {
  /** As the inviter called them. */
  readonly givenName: string
  readonly proved: 'mail' | 'phone'
}

export function memberConfirmedMail(
  { companyName }: { companyName: string },
  { givenName, proved }: Confirmed,
): Letter {
  const other = proved === 'mail' ? 'teléfono' : 'email'
  return {
    subject: `Ya se sumó ${givenName} a ${companyName}`,
    lines: [
      `En ${companyName} está quien confirmó ${BY[proved]} con el que invitaste a ${givenName}.`,
      `El ${other} que escribiste no lo confirmó nadie.`,
    ],
    action: { label: 'Ver la organización', path: paths.organizerCompany() },
    after: '¿No era esa persona? Sacala de la organización.',
  }
}

export function memberConfirmedWhatsapp(
  { name, companyName }: { name: string; companyName: string },
  { givenName, proved }: Confirmed,
): Template {
  return { template: CONFIRMED_TEMPLATE, params: [firstName(name), givenName, companyName, BY[proved]] }
}
