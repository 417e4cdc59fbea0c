/** A unit: `factor` (and `offset`) as exact decimals that turn a value into the base unit of its kind. */
export interface Unit {
  symbol: string;
  kind: 'length' | 'mass' | 'temperature' | 'volume' | 'speed' | 'time';
  /** Base value = (value + offset) × numerator ÷ denominator. */
  numerator: string;
  denominator: string;
  offset: string;
  aliases: string[];
}

const unit =
  (kind: Unit['kind']) =>
  (symbol: string, factor: string, aliases: string, offset = '0'): Unit => {
    const [numerator = '1', denominator = '1'] = factor.split('/');
    return { symbol, kind, numerator, denominator, offset, aliases: aliases.split(',') };
  };
const length = unit('length');
const mass = unit('mass');
const temperature = unit('temperature');
const volume = unit('volume');
const speed = unit('speed');
const time = unit('time');

/** Base units: metre, gram, kelvin, litre, metre per second, second. Customary volumes are those of the US. */
export const UNITS: Unit[] = [
  length('mm', '0.001', 'mm,millimetre,millimeter,ミリメートル'),
  length('cm', '0.01', 'cm,centimetre,centimeter,センチメートル,センチ'),
  length('m', '1', 'm,metre,meter,メートル'),
  length('km', '1000', 'km,kilometre,kilometer,キロメートル'),
  length('in', '0.0254', 'inch,inche,インチ'),
  length('ft', '0.3048', 'ft,foot,feet,フィート'),
  length('yd', '0.9144', 'yd,yard,ヤード'),
  length('mi', '1609.344', 'mi,mile,マイル'),
  length('nmi', '1852', 'nmi,nautical mile,海里'),
  mass('mg', '0.001', 'mg,milligram,ミリグラム'),
  mass('g', '1', 'g,gram,グラム'),
  mass('kg', '1000', 'kg,kilogram,kilo,キログラム'),
  mass('t', '1000000', 't,tonne,トン'),
  mass('oz', '28.349523125', 'oz,ounce,オンス'),
  mass('lb', '453.59237', 'lb,pound,ポンド'),
  temperature('°C', '1', '°c,℃,c,degrees celsius,degree celsius,celsius,摂氏', '273.15'),
  temperature('°F', '5/9', '°f,℉,f,degrees fahrenheit,degree fahrenheit,fahrenheit,華氏', '459.67'),
  temperature('K', '1', 'k,kelvin,ケルビン'),
  volume('ml', '0.001', 'ml,millilitre,milliliter,ミリリットル'),
  volume('l', '1', 'l,litre,liter,リットル'),
  volume('fl oz', '0.0295735295625', 'fl oz,fluid ounce,液量オンス'),
  volume('cup', '0.2365882365', 'cup,カップ'),
  volume('pt', '0.473176473', 'pt,pint,パイント'),
  volume('gal', '3.785411784', 'gal,gallon,ガロン'),
  speed('m/s', '1', 'm/s,metres per second,meters per second,秒速メートル'),
  speed('km/h', '10/36', 'km/h,kmh,kph,kilometres per hour,kilometers per hour,時速キロメートル'),
  speed('mph', '0.44704', 'mph,miles per hour,時速マイル'),
  speed('kn', '1852/3600', 'kn,knot,ノット'),
  time('s', '1', 's,sec,second,秒'),
  time('min', '60', 'min,minute,分'),
  time('h', '3600', 'h,hr,hour,時間'),
  time('d', '86400', 'day,日'),
  time('wk', '604800', 'week,週間'),
];
