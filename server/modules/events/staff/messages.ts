/** Messages about an event's team. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import type { StaffKind } from '#contract/api/roles.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'

export interface StaffFacts {
  readonly name: string
  /** `pending`: the activation link is in another message. */
  readonly state: string
  readonly eventName: string
  readonly companyName: string
  readonly startsAt: string | null
  readonly venueName: string
  readonly city: string
}
interface StaffChange {
  readonly kind: StaffKind
  readonly act: 'assigned' | 'removed'
}

/** Templates that WhatsApp approved: name, work, event, company, when and where. */
const TEMPLATES = { assigned: 'equipo_asignado', removed: 'equipo_baja' } as const
/** Inviter, invited, event, and by what. */
const CONFIRMED_TEMPLATE = 'equipo_confirmado'

const WORK = { RRPP: 'RRPP', SCANNER: 'la puerta', COMERCIAL: 'comercial' } as const
const STARTS = {
  RRPP: { label: 'Ver mis eventos', path: paths.promoterEvents() },
  SCANNER: { label: 'Abrir el escáner', path: paths.scanner() },
  COMERCIAL: { label: 'Ver mis eventos', path: paths.commercial() },
} as const
const ACTIVATE = 'Para empezar, activá tu cuenta con el enlace que te mandamos en otro mensaje.'
const SIGN_IN = 'Entrá con tu teléfono y tu contraseña de siempre.'
const BY = { mail: 'el email', phone: 'el teléfono' } as const

export function staffMail(facts: StaffFacts, { kind, act }: StaffChange): Letter {
  const { eventName, companyName, state } = facts
  if (kind === 'COMERCIAL') return ownStaffMail(facts, act)
  if (act === 'removed') {
    const from = kind === 'RRPP' ? 'de los RRPP' : 'de la puerta'
    return {
      subject: `Ya no estás en el equipo de ${eventName}`,
      lines: [
        `${companyName} te sacó ${from} de ${eventName}. Tu cuenta y tus entradas siguen como estaban.`,
        whenAndWhere(facts),
      ],
    }
  }
  const added =
    kind === 'RRPP'
      ? `${companyName} te sumó como RRPP de ${eventName}.`
      : `${companyName} te sumó a la puerta de ${eventName}: vas a escanear las entradas.`
  const subject = `Te sumaron al equipo de ${eventName}`
  return state === 'pending'
    ? { subject, lines: [added, whenAndWhere(facts), ACTIVATE] }
    : { subject, lines: [added, whenAndWhere(facts), SIGN_IN], action: STARTS[kind] }
}

/** Commercials are the platform's own people. */
function ownStaffMail(facts: StaffFacts, act: StaffChange['act']): Letter {
  const { eventName, companyName } = facts
  return act === 'removed'
    ? {
        subject: `Ya no te ocupás de ${eventName}`,
        lines: [`El evento es de ${companyName}. Seguís siendo comercial de ${brand.name}.`, whenAndWhere(facts)],
      }
    : {
        subject: `Te ocupás de ${eventName}`,
        lines: [`Sos comercial de ${eventName}, de ${companyName}.`, whenAndWhere(facts)],
        action: STARTS.COMERCIAL,
      }
}

interface CommercialFacts {
  readonly eventName: string
  readonly commercialName: string | null
}

/** To an owner of the company. */
export function commercialMail(
  { eventName, commercialName }: CommercialFacts,
  { eventId, act }: { eventId: string; act: 'assigned' | 'removed' },
): Letter {
  const action = { label: 'Ver el equipo', path: paths.eventTeam(eventId) }
  return act === 'assigned'
    ? {
        subject: `${commercialName ?? ''} se ocupa de ${eventName}`,
        lines: [
          `${commercialName ?? ''} es tu comercial de ${brand.name} para ${eventName}.`,
          'Puede editar el evento y sus entradas, y cargar sus costos. De cada cambio te avisamos.',
        ],
        action,
      }
    : {
        subject: `${eventName} se quedó sin comercial`,
        lines: [`Nadie de ${brand.name} se ocupa por ahora de ${eventName}. Tus ventas siguen como siempre.`],
        action,
      }
}

export function staffWhatsapp(facts: StaffFacts, { kind, act }: StaffChange): Template {
  const { name, eventName, companyName } = facts
  return {
    template: TEMPLATES[act],
    params: [firstName(name), WORK[kind], eventName, companyName, whenAndWhere(facts)],
  }
}

function whenAndWhere({ startsAt, venueName, city }: StaffFacts): string {
  return `${startsAt ? formatMoment(startsAt) : 'Fecha a confirmar'} · ${venueName}, ${city}`
}

interface Confirmed {
  readonly eventId: string
  /** As the inviter called them. */
  readonly givenName: string
  readonly proved: 'mail' | 'phone'
}

export function inviteeConfirmedMail({ eventName }: { eventName: string }, about: Confirmed): Letter {
  const { eventId, givenName, proved } = about
  const other = proved === 'mail' ? 'teléfono' : 'email'
  return {
    subject: `Ya se sumó ${givenName} al equipo de ${eventName}`,
    lines: [
      `En el equipo de ${eventName} está quien confirmó ${BY[proved]} con el que invitaste a ${givenName}.`,
      `El ${other} que escribiste no lo confirmó nadie.`,
    ],
    action: { label: 'Ver el equipo', path: paths.eventTeam(eventId) },
    after: '¿No era esa persona? Sacala del equipo.',
  }
}

export function inviteeConfirmedWhatsapp(
  { name, eventName }: { name: string; eventName: string },
  { givenName, proved }: Confirmed,
): Template {
  return { template: CONFIRMED_TEMPLATE, params: [firstName(name), givenName, eventName, BY[proved]] }
}
