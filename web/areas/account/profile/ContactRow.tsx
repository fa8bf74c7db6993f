import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { cancelContactChange } from '#contract/accounts/accounts-profile.ts'
import { paths } from '#contract/api/paths.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { cacheUser } from '#web/features/profile/cache-user.ts'
import { profileMessage } from './profile-messages.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { VerifyContact } from '#web/features/profile/VerifyContact.tsx'

/** The words and the values of both kinds, from what a person's session says. */
const kinds = {
  mail: {
    label: 'Email',
    of: ({ mail, pendingMail, isMailProved }: SessionUser) => ({
      present: mail,
      pending: pendingMail,
      isProved: isMailProved,
    }),
    show: (contact: string) => contact,
  },
  phone: {
    label: 'Teléfono',
    of: ({ phone, pendingPhone, isPhoneProved }: SessionUser) => ({
      present: phone,
      pending: pendingPhone,
      isProved: isPhoneProved,
    }),
    show: showPhone,
  },
}

/** A mail or phone, whether it was proved, and the one that is to take its place. */
export function ContactRow({ kind, user }: { kind: ContactKind; user: SessionUser }) {
  const { label, of, show } = kinds[kind]
  const { present, pending, isProved } = of(user)
  const { isMailProved } = user
  // Another account verified this contact.
  const isTaken = user.takenContacts.includes(kind)
  // No phone can be proved without WhatsApp: a new one only takes the place of the other, by a code to the proved mail.
  const isByMail = useWhatsapp() === false && kind === 'phone'
  const cancelling = useAct(cancelContactChange, {
    input: { params: { kind } },
    done: 'Listo: sigue todo como estaba',
    onDone: ({ user }) => void cacheUser(user),
    errorMessage: profileMessage,
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-4">
      <dt className="text-14 text-humo md:w-48">{label}</dt>
      {/* On phones under its label, whole; on desktops in the same column as the other facts. */}
      <dd className="order-1 min-w-0 basis-full break-words md:order-none md:basis-auto">
        {present === null ? 'Sin cargar' : <Breakable>{show(present)}</Breakable>}
      </dd>
      {present !== null && (
        <dd>
          <Badge tone={isProved ? 'yerba' : 'neutral'}>{isProved ? 'Verificado' : 'Sin verificar'}</Badge>
        </dd>
      )}
      {present !== null && !isProved && pending === null && !isByMail && (
        <dd className="ml-auto">
          <VerifyContact key={present} kind={kind} label={label} contact={show(present)} />
        </dd>
      )}
      {isTaken && present === null && pending === null && (
        <dd className="order-2 mt-2 w-full rounded-card border border-sol p-4">
          <p>
            Otra persona demostró que el {label.toLowerCase()} que tenías es suyo. Tus entradas siguen acá:{' '}
            <Link to={paths.editProfile()} className="link font-semibold">
              cargá otro
            </Link>
            {kind === 'phone' ? ' para poder ingresar.' : ' para recuperar tu cuenta si olvidás la contraseña.'}
          </p>
        </dd>
      )}
      {pending !== null && (
        <dd className="order-2 mt-2 flex w-full flex-col gap-3 rounded-card border border-sol p-4">
          <p className="flex gap-2">
            <Clock className="mt-0.5 size-5 shrink-0 text-sol" />
            <span className="min-w-0">
              <strong className="wrap-anywhere">
                <Breakable>{show(pending)}</Breakable>
              </strong>{' '}
              está pendiente: {isByMail ? byMailWords(isMailProved) : 'vale cuando lo verifiques.'}
              {present !== null && ' Mientras tanto seguimos usando el anterior.'}
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            {(!isByMail || isMailProved) && (
              <VerifyContact
                key={pending}
                kind={kind}
                label={label}
                contact={isByMail ? 'tu email' : show(pending)}
                act={isByMail ? 'Confirmar' : 'Verificar'}
              />
            )}
            <Button
              tone="quiet"
              size="s"
              busy={cancelling.isPending()}
              aria-label={`Cancelar cambio: ${label}`}
              onClick={() => void cancelling.run()}
            >
              Cancelar cambio
            </Button>
          </div>
        </dd>
      )}
    </div>
  )
}

const byMailWords = (isMailProved: boolean) =>
  isMailProved
    ? 'te mandamos un código por mail para confirmar el cambio.'
    : 'para confirmar el cambio te mandamos un código por mail, así que verificá antes tu email.'
