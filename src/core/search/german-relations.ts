/** Words with which German questions ask and texts answer the same thing, one family a line. */
export const GERMAN_FAMILIES = `
tod tot starb stirbt sterben gestorben verstarb verstorben ertrank ertrunken
geboren geburt geburtsort geburtstag
heiratete heiraten verheiratet ehe ehefrau frau gattin ehemann mann gatte witwe witwer hochzeit
vater mutter eltern sohn tochter kind kinder söhne töchter
bruder schwester brüder schwestern geschwister
gründete gegründet gründer gründerin gründung
kostet kosten kostete gekostet preis betrag summe rechnung
bezahlt bezahlte bezahlen zahlt zahlte zahlen gezahlt kosten trug getragen übernahm übernommen finanzierte finanziert
miete mietzins mietet
gehalt lohn löhne einkommen verdient verdiente bezüge
beruf arbeitet arbeitete beschäftigt angestellt
leiter leiterin leitet leitete leitung direktor direktorin chef chefin vorstand vorsitz vorsitzende vorsitzender geschäftsführer geschäftsführerin betriebsleiter betriebsleiterin
besitzt besaß besitzer besitzerin eigentümer eigentümerin inhaber inhaberin gehört gehörte
baut baute gebaut erbaut erbaute errichtet errichtete erbauer
entwarf entworfen entwurf architekt architektin konstruierte konstruiert
schrieb geschrieben verfasst verfasste verfasser verfasserin autor autorin
kaufte kauft gekauft kauf käufer erwarb erworben
verkaufte verkauft verkauf verkäufer
untersuchte untersucht untersuchung prüfte geprüft prüfung gutachter gutachterin gutachten
repariert reparierte reparatur reparieren instandgesetzt
wohnt wohnte wohnort wohnsitz lebt lebte
kennen kennengelernt kennenlernen kennenlernten traf trafen getroffen begegnete begegnet
entdeckte entdeckt entdecker entdeckung fand gefunden
erfand erfunden erfinder erfindung
farbe farben gefärbt gestrichen
telefonnummer telefon rufnummer
unterrichtet unterrichtete unterrichten lehrt lehrte unterricht lehrer lehrerin
gewann gewinnt gewonnen siegte gewinner gewinnerin sieger siegerin
`;
