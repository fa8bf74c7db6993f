import { useState } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { joinGuestOrder } from '#contract/sales/checkout-guest.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useSession } from '#web/api/session.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { LateProveContactDialog } from '#web/features/profile/late-dialogs.tsx'
import { asBuyer } from '#web/features/sign-in/as-buyer.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { storedMailOf, storedTokens } from '../checkout/stored-guest.ts'

interface JoinPurchaseProps {
  id: string
  publicId: string
  token: string
  isOne: boolean
}

/**
 * The way to pass a ticket on: an account takes that, and the order joins the account that verified its phone or its mail. Says
 * nothing of whether that happened already, which is another account's to know.
 */
export function JoinPurchase({ id, publicId, token, isOne }: JoinPurchaseProps) {
  const user = useSession()?.user
  return (
    <Card asChild className="scroll-mt-28 p-5">
      <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="font-bold">
          {isOne ? '¿Se la pasás a otra persona?' : '¿Pasás alguna a otra persona?'}
        </h2>
        {user ? (
          <OwnAccount user={user} publicId={publicId} token={token} />
        ) : (
          <Visitor publicId={publicId} token={token} isOne={isOne} />
        )}
      </section>
    </Card>
  )
}

function Visitor({ publicId, token, isOne }: Omit<JoinPurchaseProps, 'id'>) {
  return (
    <>
      <p className="mt-1 mb-4 text-14 text-humo">
        Se hace desde tu cuenta, con el mail o el teléfono de la compra verificado. Si no tenés, te mandamos un enlace
        por mail: elegís una contraseña y {isOne ? 'tu entrada está' : 'tus entradas están'} ahí.
      </p>
      <div className="flex flex-col gap-3">
        <ScreenButton tone="secondary" wide to={paths.forgotPassword()} state={asBuyer(storedMailOf(publicId))}>
          Abrir mi cuenta
        </ScreenButton>
        <ScreenButton
          tone="quiet"
          wide
          to={paths.login()}
          onClick={() => {
            storedTokens.write(publicId, token)
            rememberRedirect(paths.guestOrder(publicId))
          }}
        >
          Ya tengo cuenta
        </ScreenButton>
      </div>
    </>
  )
}

function OwnAccount({ user, publicId, token }: { user: SessionUser; publicId: string; token: string }) {
  const [isProving, setProving] = useState(false)
  const join = useAct(joinGuestOrder, {
    input: { params: { publicId }, query: { token } },
    done: () => 'La sumamos a tu cuenta',
    // What had the focus leaves.
    onDone: () => document.getElementById('main')?.focus({ preventScroll: true }),
    errorMessage: (error) => failureMessage(error, 'No pudimos sumarla'),
    onFail: (error) => {
      const asksForProof = isApiFailure(error, 'contact_not_yours') && hasUnproved(user)
      if (asksForProof) setProving(true)
      return asksForProof
    },
  })
  return (
    <>
      <p className="mt-1 mb-4 text-14 text-humo">Sumá la compra a tu cuenta: después la pasás desde acá.</p>
      <Button tone="secondary" wide busy={join.isPending()} onClick={() => void join.run()}>
        Sumar a mi cuenta
      </Button>
      <LateProveContactDialog
        open={isProving}
        why="Para sumar la compra a tu cuenta"
        onClose={() => setProving(false)}
        onDone={() => {
          setProving(false)
          void join.run()
        }}
      />
    </>
  )
}

/** A contact that a code may still verify. */
function hasUnproved({ mail, phone, pendingMail, pendingPhone, isMailProved, isPhoneProved }: SessionUser): boolean {
  const isWaiting = pendingMail !== null || pendingPhone !== null
  return isWaiting || (mail !== null && !isMailProved) || (phone !== null && !isPhoneProved)
}
