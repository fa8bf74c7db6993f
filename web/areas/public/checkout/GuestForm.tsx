import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { buyerWords } from '#contract/first-paint/buyer-words.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { createGuestPurchase } from '#contract/sales/checkout-guest.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { draftOf } from '#web/features/forms/draft.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { birthDate, BirthDateField } from '#web/features/profile/profile-fields.tsx'
import { GoogleButton } from '#web/features/sign-in/GoogleButton.tsx'
import { GoogleElsewhere } from '#web/features/sign-in/GoogleElsewhere.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { isSame } from '#web/lib/is-same.ts'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import type { AppliedDiscount, ChoiceTotals, ChosenLine } from './choice.ts'
import type { ChosenDrink } from './drinks-choice.ts'
import { isDecided } from './is-decided.ts'
import { BarTotal } from './OrderSummary.tsx'
import { storedChoice, storedDiscount, storedReferral } from './stored.ts'
import { rememberPurchase, storedBuyer, type StoredBuyer } from './stored-guest.ts'
import { forgetTyped, typedBefore, type TypedBefore } from './typed-before.ts'
import { usePurchaseIntent } from './use-purchase-intent.ts'

interface GuestFormProps {
  event: EventPage
  lines: readonly ChosenLine[]
  drinks: readonly ChosenDrink[]
  totals: ChoiceTotals
  discount: AppliedDiscount | null
  /** Age, terms and the right of regret. */
  notices: ReactNode
  onRefused: (code: string) => void
  /** The button was pressed before the form was here (`FirstFields`). */
  isPressed: boolean
  /** The form has the press now. */
  onPressTaken: () => void
}

// Of few purchases.
const GuestCodeDialog = lazy(async () => ({ default: (await import('./GuestCodeDialog.tsx')).GuestCodeDialog }))

const withoutAge = z.object({ name: personName, phone: typedPhone, mail })
const withAge = z.extend(withoutAge, { birthDate })

/** Who buys, without a session: three fields and the one button, or the ways of who has an account. */
export function GuestForm(props: GuestFormProps) {
  const [before, setBefore] = useState(typedBefore)
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // What was typed last is in its fields.
  useEffect(() => setWhole(true), [])
  useLayoutEffect(() => {
    // Typed while this was being drawn.
    const last = typedBefore()
    forgetTyped()
    if (last && !isSame(last.values, before?.values)) setBefore({ ...last, held: before?.held })
    heldField(box.current, before)?.focus()
  }, [before])
  // After the page itself began at its top.
  useEffect(() => {
    heldField(box.current, before)?.scrollIntoView({ block: 'center' })
  }, [before])
  return (
    <div ref={box} className="mt-5 border-t border-linea pt-5">
      <BuyerForm
        key={JSON.stringify(before?.values)}
        typed={before?.values}
        {...props}
        isPressed={isWhole && props.isPressed}
      />
    </div>
  )
}

/** The one that takes the place of the field that was typed in. */
const heldField = (form: HTMLElement | null, before: TypedBefore | null) =>
  before?.held && form?.querySelector<HTMLInputElement>(`[name="${before.held}"]`)

interface BuyerFormProps extends GuestFormProps {
  /** Before the program was here. */
  typed: TypedBefore['values'] | undefined
}

const EMPTY = { name: '', phone: '', mail: '', birthDate: '' }
/** Of the tab, whatever event is bought: a reload brings back what was typed. */
const DRAFT = 'comprar'

/** What was typed before the program was here is kept like what is typed now. */
function keepTyped(typed: Partial<StoredBuyer> | undefined): void {
  if (!typed || Object.keys(typed).length === 0) return
  const draft = draftOf(DRAFT, { ...EMPTY, ...storedBuyer.read() })
  draft.keep({ ...draft.read(), ...typed })
}

function BuyerForm(props: BuyerFormProps) {
  const { typed, event, lines, drinks, totals, discount, notices, onRefused, isPressed, onPressTaken } = props
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const remember = () => rememberRedirect(pathname + search)
  const [needsAccount, setNeedsAccount] = useState(false)
  const [kept, setKept] = useState(() => {
    keepTyped(typed)
    return storedBuyer.read()
  })
  const [proving, setProving] = useState<{ readonly buyer: StoredBuyer; readonly by: Contact | undefined } | null>(null)
  // Of these contacts codes came back here, by the contact that they were asked for.
  const proofs = useRef<{ readonly of: string; readonly by: ReadonlyMap<Contact, string> }>({ of: '', by: new Map() })
  const proofsOf = (buyer: Pick<StoredBuyer, 'phone' | 'mail'>): ReadonlyMap<Contact, string> =>
    proofs.current.of === contactsOf(buyer) ? proofs.current.by : new Map()
  const [isLeaving, setLeaving] = useState(false)
  const intent = usePurchaseIntent(event.id)
  const discountCode = totals.discountCents > 0 ? discount?.code : undefined
  const isFree = lines.length > 0 && totals.totalCents === 0
  const form = useSubmit(createGuestPurchase, {
    schema: (event.forbidsMinors ? withAge : withoutAge) as typeof withAge, // the field is not drawn where it is not asked
    defaults: { ...EMPTY, ...kept },
    draft: DRAFT,
    toInput: ({ birthDate: born, ...buyer }) => {
      const rrpp = storedReferral.read(event.id)
      return {
        body: {
          eventId: event.id,
          lines: lines.map(({ type, quantity }) => ({ ticketTypeId: type.id, quantity })),
          ...(drinks.length > 0 && {
            drinks: drinks.map(({ drink, quantity }) => ({ drinkId: drink.id, quantity })),
          }),
          ...(discountCode !== undefined && { discountCode }),
          ...(rrpp !== null && { rrpp }),
          buyer: { ...buyer, ...(born && { birthDate: born }) },
          ...(proofsOf(buyer).size > 0 && { contactProofs: [...proofsOf(buyer).values()] }),
        },
      }
    },
    // What was chosen and typed; a contact that is verified meanwhile makes it no other purchase.
    keyOf: ({ body: { contactProofs: _, ...body } }) => intent.keyOf(JSON.stringify(body)),
    leaveGuard: false,
    failures: { invalid_phone: 'phone' },
    errorMessage: (error) => failureMessage(error, isFree ? 'Error al reservar' : 'Error al procesar el pago'),
    onFail: (error, buyer) => {
      const proved = proofsOf(buyer)
      // Others may have typed it in orders that they did not pay.
      const full = isApiFailure(error, 'contact_limit') ? limitedContact(error.details) : undefined
      const asksForProof = isApiFailure(error, 'contact_unproved') || (full !== undefined && !proved.has(full))
      // What a code does not help with asks for an account.
      const asksForAccount = asksForProof && full === undefined && proved.size > 0
      setNeedsAccount(asksForAccount)
      if (asksForProof && !asksForAccount) setProving({ buyer, by: full })
      // Without a decision it stays the same purchase.
      if (isDecided(error)) {
        intent.forget()
        onRefused(error.code)
      }
      return asksForProof
    },
    onDone: ({ order, token, paymentUrl }, buyer) => {
      intent.forget()
      rememberPurchase({ order, token }, buyer)
      if (paymentUrl) {
        storedChoice.setOrder(event.id, order.publicId)
        setLeaving(true)
        location.assign(paymentUrl)
        return
      }
      storedChoice.forget(event.id)
      storedDiscount.forget(event.id)
      void navigate(paths.payResult('success', { platform: 'web', eventId: event.id, order: order.publicId }))
    },
  })
  usePageShownAgain(useCallback(() => setLeaving(false), []))
  const pressed = useEffectEvent(() => {
    onPressTaken()
    form.submit()
  })
  useEffect(() => {
    if (isPressed) pressed()
  }, [isPressed])
  const pay = isFree ? 'Reservar' : isLeaving ? 'Abriendo Mercado Pago…' : 'Pagar con Mercado Pago'
  return (
    <>
      <GoogleButton other="o sin cuenta" onLeave={remember} />
      {needsAccount && <AccountNeeded onLeave={remember} />}
      {proving && (
        <Suspense>
          <GuestCodeDialog
            key={proving.by}
            {...proving}
            onLeave={remember}
            onClose={() => setProving(null)}
            onProved={(asked, contactProof) => {
              const { buyer } = proving
              proofs.current = { of: contactsOf(buyer), by: new Map([...proofsOf(buyer), [asked, contactProof]]) }
              setProving(null)
              form.submit()
            }}
          />
        </Suspense>
      )}
      <Form
        form={form}
        submit={pay}
        bar
        quiet
        label={buyerWords.title}
        button={{ wide: true, narrow: 'phones', disabled: lines.length === 0 }}
        actions={<BarTotal totals={totals} drinks={drinks} />}
      >
        <PhoneField label={buyerWords.phone} {...form.value('phone')} />
        <TextField label={buyerWords.name} autoComplete="name" {...form.field('name')} />
        <EmailField hint={buyerWords.mailHint} {...form.field('mail')} />
        {event.forbidsMinors && <BirthDateField {...form.field('birthDate')} />}
        {kept && (
          <Button
            tone="quiet"
            size="s"
            className="-ml-3 self-start"
            onClick={() => {
              storedBuyer.forget()
              storedPurchases.forgetAll()
              setKept(null)
              form.showAs(EMPTY)
            }}
          >
            No soy {firstWord(kept.name)}: borrar estos datos
          </Button>
        )}
        {notices}
      </Form>
      <ScreenButton wide tone="quiet" to={paths.login()} onClick={remember} className="mt-3">
        Ya tengo cuenta
      </ScreenButton>
      <GoogleElsewhere />
    </>
  )
}

const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? name

const contactsOf = ({ phone, mail: typed }: Pick<StoredBuyer, 'phone' | 'mail'>) => `${phone} ${typed}`

type Contact = 'phone' | 'mail'

/** The contact that `contact_limit` is about. */
const limitedContact = (details: unknown): Contact | undefined =>
  (['phone', 'mail'] as const).find((kind) => kind === (details as { contact?: unknown } | undefined)?.contact)

/** Where a verified contact is not enough: codes with a limit a person. */
function AccountNeeded({ onLeave }: { onLeave: () => void }) {
  return (
    <Notice tone="warning" className="mb-5">
      <p>Para esta compra hace falta una cuenta: tu elección queda guardada.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ScreenButton size="s" to={paths.register()} onClick={onLeave}>
          Crear Cuenta
        </ScreenButton>
        <ScreenButton size="s" tone="secondary" to={paths.login()} onClick={onLeave}>
          Ingresar
        </ScreenButton>
      </div>
    </Notice>
  )
}
