/** A WhatsApp address for a phone number in international form; any other has none. */
export function whatsAppAddress(phoneNumber: string | undefined): string | undefined {
  if (phoneNumber === undefined || !phoneNumber.trim().startsWith('+')) return undefined;
  const digits = phoneNumber.replace(/\D/g, '');
  return digits === '' ? undefined : `https://wa.me/${digits}`;
}
